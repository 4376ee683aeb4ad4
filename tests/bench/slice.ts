import type { JsonValue } from "countersign";
import { createStore } from "zustand/vanilla";
import { type Call, type Host, type Input, TOOL } from "./host.ts";

/** What an app keeps of a pending call: all that its card shows, and the two buttons. */
interface PendingEdit {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Input;
  readonly before: string;
  readonly after: string;
  readonly revision: string;
  readonly accept: () => void;
  readonly reject: () => void;
}

interface State {
  readonly pendingByToolCallId: Readonly<Record<string, PendingEdit>>;
  readonly setPending: (toolCallId: string, entry: PendingEdit | null) => void;
}

/**
 * The slice as apps write it: a map by `toolCallId`, spread to set and to clear, and closures for the
 * decisions. It settles at once and keeps nothing: the least that it can cost.
 */
export function createSlice(host: Host) {
  const store = createStore<State>()((set) => ({
    pendingByToolCallId: {},
    setPending: (toolCallId, entry) =>
      set(({ pendingByToolCallId }) => {
        if (entry !== null) return { pendingByToolCallId: { ...pendingByToolCallId, [toolCallId]: entry } };
        const { [toolCallId]: cleared, ...rest } = pendingByToolCallId;
        return cleared === undefined ? {} : { pendingByToolCallId: rest };
      }),
  }));

  const bind = (toolCallId: string, proposed: Input): PendingEdit => {
    const { setPending } = store.getState();
    const { value: input } = host.validate(proposed);
    const revision = host.readRevision();
    const settle = (output: JsonValue): void => {
      setPending(toolCallId, null);
      host.send({ state: "output-available", tool: TOOL, toolCallId, output });
    };
    return {
      toolCallId,
      toolName: TOOL,
      input,
      ...host.preview(input),
      revision,
      accept: () => {
        if (host.readRevision() !== revision) {
          settle({ status: "stale" });
          return;
        }
        host.apply(input);
        settle({ status: "accepted", acceptedBy: "user" });
      },
      reject: () => settle({ status: "rejected" }),
    };
  };

  return {
    propose: (toolCallId: string, input: Input) => store.getState().setPending(toolCallId, bind(toolCallId, input)),
    /** All at once: one by one, ten thousand take half a minute. */
    proposeAll: (calls: readonly Call[]) =>
      store.setState({ pendingByToolCallId: Object.fromEntries(calls.map((call) => [call[0], bind(...call)])) }),
    accept: (toolCallId: string) => store.getState().pendingByToolCallId[toolCallId]?.accept(),
    countPending: () => Object.keys(store.getState().pendingByToolCallId).length,
    subscribe: store.subscribe,
  };
}
