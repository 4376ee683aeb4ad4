import type { Approval, ApprovalStore, ProposeResult, ToolCall, ToolOutput } from "countersign";
import type { ToolRegistry } from "countersign/registry";
import { createState, type State } from "../app/state.ts";

/** One line of the conversation. */
export type Entry =
  | { readonly kind: "person" | "agent" | "notice"; readonly key: string; readonly text: string }
  | CallEntry;

export interface CallEntry {
  readonly kind: "call";
  readonly key: string;
  readonly toolCallId: string;
  readonly generation: number;
  /** The call as it was when it settled: the store forgets old calls, a conversation does not. */
  readonly settled?: Approval;
  /** The script that made the call, to run it again. */
  readonly scriptId?: string;
}

/** What the agent was answered to one call. */
export interface Answered {
  readonly key: string;
  readonly toolCallId: string;
  readonly generation: number;
  readonly toolName: string;
  readonly outputs: readonly ToolOutput[];
}

export interface AgentState {
  readonly entries: readonly Entry[];
  /** One line for every call made, with the answers that arrived. */
  readonly answered: readonly Answered[];
  readonly online: boolean;
}

/** The other side of the conversation. It knows only what its tool calls were answered. */
export interface Agent extends State<AgentState> {
  readonly say: (kind: "person" | "agent" | "notice", text: string) => void;
  /** Makes a tool call and waits for its answer. Never waits when the call was not registered. */
  readonly call: (call: NewCall, scriptId?: string) => Promise<ToolOutput | undefined>;
  /** Answers a call that could not even be read. */
  readonly refuse: (toolName: string, input: string, errorText: string) => void;
  /** Where the store sends the answers. */
  readonly receive: (output: ToolOutput) => void;
  readonly setOnline: (online: boolean) => void;
  readonly connect: (store: ApprovalStore, registry: ToolRegistry) => void;
}

export type NewCall = Omit<ToolCall, "toolCallId"> & { readonly toolCallId?: string };

export function createAgent(): Agent {
  const state = createState<AgentState>({ entries: [], answered: [], online: true });
  const waiting = new Map<string, (output: ToolOutput) => void>();
  let connection: { store: ApprovalStore; registry: ToolRegistry } | undefined;
  let keys = 0;
  let calls = 0;

  const connected = () => {
    if (connection === undefined) throw new Error("The agent has no store yet: call connect first.");
    return connection;
  };
  const freshId = (): string => {
    calls += 1;
    return `call_${calls}`;
  };
  const say: Agent["say"] = (kind, text) => {
    keys += 1;
    const entry: Entry = { kind, key: `text-${keys}`, text };
    state.update((current) => ({ ...current, entries: [...current.entries, entry] }));
  };

  const changeLine = (key: string, fresh: Answered, change: (line: Answered) => Answered): void =>
    state.update((current) => ({
      ...current,
      answered: current.answered.some((line) => line.key === key)
        ? current.answered.map((line) => (line.key === key ? change(line) : line))
        : [...current.answered, change(fresh)],
    }));

  /** Puts a registered call into the conversation. Its answer may have arrived before. */
  const list = (call: ToolCall, result: ProposeResult | { readonly result: "ignored" }, scriptId?: string) => {
    if (result.result !== "registered") {
      say("notice", whyNotRegistered(call.toolCallId, result));
      return undefined;
    }
    const { toolCallId, toolName, generation } = result.approval;
    const key = keyOf(toolCallId, generation);
    const now = connected().store.getApproval(toolCallId);
    const entry: CallEntry = {
      kind: "call",
      key,
      toolCallId,
      generation,
      ...(now?.outcome !== undefined && { settled: now }),
      ...(scriptId !== undefined && { scriptId }),
    };
    state.update((current) => ({ ...current, entries: [...current.entries, entry] }));
    changeLine(key, { key, toolCallId, generation, toolName, outputs: [] }, (line) => line);
    return key;
  };

  const keepSettled = (approval: Approval): void => {
    const key = keyOf(approval.toolCallId, approval.generation);
    state.update((current) => ({
      ...current,
      entries: current.entries.map((entry) =>
        entry.kind === "call" && entry.key === key ? { ...entry, settled: approval } : entry,
      ),
    }));
  };

  return {
    ...state,
    say,
    call: async ({ toolCallId = freshId(), ...rest }, scriptId) => {
      const call: ToolCall = { toolCallId, ...rest };
      const key = list(call, connected().registry.dispatch(call), scriptId);
      if (key === undefined) return undefined;
      const [answer] = state.get().answered.find((line) => line.key === key)?.outputs ?? [];
      return answer ?? new Promise<ToolOutput>((resolve) => waiting.set(key, resolve));
    },
    refuse: (toolName, input, errorText) => {
      const call = { toolCallId: freshId(), toolName, input };
      list(call, connected().store.refuse(call, "invalid_input", errorText));
    },
    receive: (output) => {
      if (!state.get().online) throw new Error("The agent cannot be reached.");
      const { toolCallId, tool } = output;
      const generation = connected().store.getApproval(toolCallId)?.generation ?? 1;
      const key = keyOf(toolCallId, generation);
      changeLine(key, { key, toolCallId, generation, toolName: tool, outputs: [] }, (line) => ({
        ...line,
        outputs: [...line.outputs, output],
      }));
      waiting.get(key)?.(output);
      waiting.delete(key);
    },
    setOnline: (online) => {
      state.update((current) => ({ ...current, online }));
      if (online) connected().store.redeliver();
    },
    connect: (store, registry) => {
      connection = { store, registry };
      for (const event of ["settled", "delivered", "undelivered"] as const) store.on(event, keepSettled);
    },
  };
}

const keyOf = (toolCallId: string, generation: number): string => `${generation}:${toolCallId}`;

type NotRegistered = Exclude<ProposeResult | { readonly result: "ignored" }, { readonly result: "registered" }>;

function whyNotRegistered(toolCallId: string, result: NotRegistered): string {
  switch (result.result) {
    case "repeated":
      return `${toolCallId} is the same call again, and is being handled already. Nothing was added.`;
    case "alreadySettled":
      return `${toolCallId} was answered before (${result.outcome.status}). Nothing was sent again.`;
    case "refused":
      return `${toolCallId} was not taken. ${result.message}`;
    case "ignored":
      return `${toolCallId} is run by the server, so nothing happens here.`;
  }
}
