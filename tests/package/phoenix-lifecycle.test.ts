import type { ToolOutput } from "countersign";
import {
  bindPendingApproval,
  bindPendingElicitation,
  type Bound,
  cleanupPendingToolState,
  cleanupResolvedPendingToolState,
  createLoadDatasetClientAction,
  interruptUnresolvedToolCalls,
  type InterruptedIds,
  type Message,
  type MessagePart,
  PENDING_TOOL_NAMES,
  type PendingApproval,
  PHOENIX_TOOLS,
  REWIND_CLEANUP_TOOL_NAMES,
  shouldKeepTurnOpen,
  shouldSendAutomatically,
  stageDatasetTool,
  stampInterrupted,
  toolRow,
  toolStateLabel,
} from "countersign/phoenix";
import { describe, expect, it, vi } from "vitest";
import labelFile from "../vectors/phoenix/ui-state-labels.json" with { type: "json" };
import lifecycleFile from "../vectors/phoenix/lifecycle.json" with { type: "json" };
import { codes, vectorOf, vectorsOf } from "./phoenix-harness.ts";

/** A store like Phoenix's: a map and a setter for each family. */
function fakeStore() {
  const maps = new Map([...PHOENIX_TOOLS.values()].flatMap(({ slice, setter }) => (slice === undefined || setter === undefined ? [] : [[slice, setter] as const])));
  const state: Record<string, unknown> = { pendingElicitationBySessionId: {} };
  for (const [slice, setter] of maps) {
    state[slice] = {};
    state[setter] = (id: string, entry: unknown) => {
      const rest = Object.fromEntries(Object.entries(state[slice] as object).filter(([key]) => key !== id));
      state[slice] = entry === null ? rest : { ...rest, [id]: entry };
    };
  }
  state["setPendingElicitation"] = (session: string, entry: unknown) => {
    state["pendingElicitationBySessionId"] = entry === null ? {} : { [session]: entry };
  };
  return { getState: () => state };
}

type Set = (id: string, entry: unknown) => void;

const park = (store: ReturnType<typeof fakeStore>, toolName: string, toolCallId: string, entry: unknown = { toolCallId }): void => {
  const { setter = "" } = PHOENIX_TOOLS.get(toolName) ?? {};
  (store.getState()[setter] as Set)(toolCallId, entry);
};
const keys = (store: ReturnType<typeof fakeStore>, toolName: string): string[] => Object.keys(store.getState()[PHOENIX_TOOLS.get(toolName)?.slice ?? ""] as object);

describe("clean-up", () => {
  it("after a rewind covers every family, where the original had four (rewind-set)", () => {
    const { expected } = vectorOf<null, readonly string[]>(lifecycleFile, "rewind-set");
    expect(REWIND_CLEANUP_TOOL_NAMES).toEqual(expect.arrayContaining([...expected]));
    expect(REWIND_CLEANUP_TOOL_NAMES).toHaveLength(26);
  });

  it("of a transcript takes out what is resolved, of every family; the original left writes to datasets (cleanup-synced-transcript)", () => {
    const { input, expected } = vectorOf<{ readonly messages: readonly Message[] }, { readonly edits: readonly string[] }>(lifecycleFile, "cleanup-synced-transcript");
    const agentStore = fakeStore();
    for (const id of ["c1", "c2"]) park(agentStore, "edit_prompt_instance", id);
    park(agentStore, "create_dataset", "c3");
    cleanupResolvedPendingToolState({ agentStore, messages: input.messages });
    expect([keys(agentStore, "edit_prompt_instance"), keys(agentStore, "create_dataset")]).toEqual([expected.edits, []]);
  });

  it.each(PENDING_TOOL_NAMES.filter((name) => name !== "ask_user"))("of %s leaves nothing, and a held reference decides nothing", async (toolName) => {
    const agentStore = fakeStore();
    const sent: ToolOutput[] = [];
    const setPending = agentStore.getState()[PHOENIX_TOOLS.get(toolName)?.setter ?? ""] as (id: string, entry: Bound<PendingApproval<object>> | null) => void;
    const entry = bindPendingApproval({
      pending: { toolCallId: "c", toolName, preview: {} },
      apply: () => expect.fail("applied after clean-up"),
      addToolOutput: (output) => void sent.push(output),
      setPending,
      rejectedMessage: "",
    });
    setPending("c", entry);
    cleanupPendingToolState({ agentStore, toolName, toolCallId: "c" });
    await entry.accept();
    expect([keys(agentStore, toolName), sent]).toEqual([[], []]);
  });

  it("of questions takes out those of that call alone", () => {
    const agentStore = fakeStore();
    (agentStore.getState()["setPendingElicitation"] as Set)("s", { toolCallId: "q", questions: [] });
    cleanupPendingToolState({ agentStore, toolName: "ask_user", toolCallId: "other" });
    expect(Object.keys(agentStore.getState()["pendingElicitationBySessionId"] as object)).toEqual(["s"]);
    cleanupPendingToolState({ agentStore, toolName: "ask_user", toolCallId: "q" });
    expect(agentStore.getState()["pendingElicitationBySessionId"]).toEqual({});
  });

  it("of an unknown tool, or in a store without its map, does nothing", () => {
    cleanupPendingToolState({ agentStore: fakeStore(), toolName: "__proto__", toolCallId: "c" });
    cleanupPendingToolState({ agentStore: { getState: () => ({}) }, toolName: "save_prompt", toolCallId: "c" });
    cleanupPendingToolState({ agentStore: { getState: () => ({}) }, toolName: "ask_user", toolCallId: "c" });
  });

  it("after Stop answers every open call once, also when one of the answers fails", async () => {
    const agentStore = fakeStore();
    park(agentStore, "delete_dataset", "b");
    const parts: MessagePart[] = [
      { type: "tool-save_prompt", toolCallId: "a", state: "output-available" },
      { type: "tool-delete_dataset", toolCallId: "b", state: "input-available" },
      { type: "dynamic-tool", toolName: "x", toolCallId: "c", state: "input-streaming" },
      { type: "text" },
    ];
    const marked: string[] = [];
    const addToolOutput = vi.fn<(output: ToolOutput) => Promise<void>>((output) => (output.toolCallId === "b" ? Promise.reject(new Error("offline")) : Promise.resolve()));
    const stopping = interruptUnresolvedToolCalls({ agentStore, transcript: [{ role: "assistant", parts }], markToolCallInterrupted: (id) => marked.push(id), addToolOutput, messages: codes });
    await expect(stopping).rejects.toThrow("offline");
    expect(marked).toEqual(["b", "c"]);
    expect(keys(agentStore, "delete_dataset")).toEqual([]);
    expect(addToolOutput.mock.calls.map(([output]) => output)).toEqual([
      { state: "output-error", tool: "delete_dataset", toolCallId: "b", errorText: "code:USER_INTERRUPT", outcome: "interrupted" },
      { state: "output-error", tool: "x", toolCallId: "c", errorText: "code:USER_INTERRUPT", outcome: "interrupted" },
    ]);
  });
});

describe("Stop while an accepted write runs", () => {
  /** An entry in a store whose write ends when `written` is called, and what is sent. */
  function writing() {
    const agentStore = fakeStore();
    const sent: ToolOutput[] = [];
    const marked: string[] = [];
    const addToolOutput = (output: ToolOutput) => void sent.push(output);
    let written: () => void = () => undefined;
    const setPending = agentStore.getState()["setPendingSavePrompt"] as (id: string, entry: Bound<PendingApproval<object>> | null) => void;
    const bind = () => {
      const apply = () => new Promise<{ ok: true; output: string }>((resolve) => (written = () => resolve({ ok: true, output: "saved" })));
      const entry = bindPendingApproval({ pending: { toolCallId: "c", toolName: "save_prompt", preview: {} }, apply, addToolOutput, setPending, rejectedMessage: "" });
      setPending("c", entry);
      return entry;
    };
    const transcript: Message[] = [{ role: "assistant", parts: [{ type: "tool-save_prompt", toolCallId: "c", state: "input-available" }] }];
    const stop = () => interruptUnresolvedToolCalls({ agentStore, transcript, markToolCallInterrupted: (id) => marked.push(id), addToolOutput, messages: codes });
    return { bind, stop, written: () => written(), sent, marked };
  }
  const saved = { output: { status: "accepted", message: "saved" } };
  const interrupted = { state: "output-error", errorText: "code:USER_INTERRUPT" };

  it("leaves the answer to the write, and lets the agent not go on", async () => {
    const { bind, stop, written, sent, marked } = writing();
    const accepting = bind().accept();
    await stop();
    expect([sent, marked]).toEqual([[], ["c"]]);
    written();
    await accepting;
    expect(sent).toMatchObject([saved]);
  });

  it("leaves the answer to the person who has given it", async () => {
    const agentStore = fakeStore();
    const sent: ToolOutput[] = [];
    let taken: () => void = () => undefined;
    const addToolOutput = (output: ToolOutput) => {
      sent.push(output);
      return new Promise<void>((resolve) => (taken = resolve));
    };
    const setPendingElicitation = agentStore.getState()["setPendingElicitation"] as (id: string, elicitation: object | null) => void;
    const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId: "q", questions: ["?"] }, addToolOutput, setPendingElicitation });
    setPendingElicitation("s", bound);
    const answering = bound.answer("yes");
    const transcript: Message[] = [{ role: "assistant", parts: [{ type: "tool-ask_user", toolCallId: "q", state: "input-available" }] }];
    await interruptUnresolvedToolCalls({ agentStore, transcript, markToolCallInterrupted: () => undefined, addToolOutput });
    taken();
    await answering;
    expect(sent).toMatchObject([{ output: "yes" }]);
  });

  it("answers by itself what was asked anew under the same id, and what was written before", async () => {
    const { bind, stop, written, sent } = writing();
    const accepting = bind().accept();
    written();
    await accepting;
    bind();
    await stop();
    expect(sent).toMatchObject([saved, interrupted]);
  });
});

describe("Stop while a call is worked out", () => {
  it.each(["load_dataset", "delete_dataset"])("answers it, and nothing of it comes in later: %s", async (toolName) => {
    const agentStore = fakeStore();
    const sent: ToolOutput[] = [];
    const never = () => expect.fail("written after Stop");
    let found: () => void = () => undefined;
    const looking = <T>(result: T) => new Promise<T>((resolve) => (found = () => resolve(result)));
    const setter = PHOENIX_TOOLS.get(toolName)?.setter ?? "";
    const options = {
      addToolOutput: (output: ToolOutput) => void sent.push(output),
      setPending: agentStore.getState()[setter] as (id: string, entry: unknown) => void,
      shouldAutoAccept: () => false,
    };
    const load = createLoadDatasetClientAction({
      ...options,
      host: {
        getSelection: () => ({ datasetId: null, splitIds: [] }),
        resolve: () => looking({ ok: true, output: { datasetId: "d", splitIds: [] } } as const),
        load: never,
      },
    });
    const stage = stageDatasetTool(
      { getDatasetId: () => "d", getSpanId: () => undefined, readDatasetName: () => looking("D"), verifyExamples: () => ({ ok: true }), commit: never },
      options,
    );
    const call = { toolCallId: "c", toolName, input: { datasetName: "D" } };
    const dispatched = toolName === "load_dataset" ? load(call.input, { ...call, sessionId: "s", addToolOutput: options.addToolOutput }) : stage({ ...call, input: {} });
    const transcript = [{ role: "assistant", parts: [{ type: `tool-${toolName}`, toolCallId: "c", state: "input-available" }] }];
    await interruptUnresolvedToolCalls({ agentStore, transcript, markToolCallInterrupted: () => undefined, addToolOutput: options.addToolOutput });
    found();
    await dispatched;
    expect(keys(agentStore, toolName)).toEqual([]);
    expect(sent).toMatchObject([{ state: "output-error", toolCallId: "c", outcome: "interrupted" }]);
  });
});

describe("Stop in a store that fails", () => {
  it("leaves no open call without its answer", async () => {
    const parts: MessagePart[] = ["a", "b"].map((toolCallId) => ({ type: "tool-delete_dataset", toolCallId, state: "input-available" }));
    const sent: string[] = [];
    const stopping = interruptUnresolvedToolCalls({
      agentStore: {
        getState: () => {
          throw new Error("no state");
        },
      },
      transcript: [{ role: "assistant", parts }],
      markToolCallInterrupted: (id) => {
        if (id === "a") throw new Error("no mark");
      },
      addToolOutput: ({ toolCallId }) => sent.push(toolCallId),
    });
    await expect(stopping).rejects.toThrow("no mark");
    expect(sent).toEqual(["a", "b"]);
  });
});

describe("going on by itself", () => {
  interface Input {
    readonly parts: readonly MessagePart[];
    readonly message: Message;
    readonly locallyInterruptedToolCallIds: InterruptedIds;
  }
  it.each(vectorsOf<Input, { readonly send: boolean; readonly keepTurnOpen: boolean }>(lifecycleFile, ({ id }) => id.startsWith("auto-continue")))("is decided as in $id", ({ input, expected }) => {
    const messages = [{ role: "assistant", parts: input.parts }];
    expect({ send: shouldSendAutomatically({ messages, ...input }), keepTurnOpen: shouldKeepTurnOpen({ messages }) }).toEqual(expected);
  });

  it("waits for every call of the last step, and for none before it", () => {
    const send = (...parts: readonly MessagePart[]) => shouldSendAutomatically({ messages: [{ role: "assistant", parts }], locallyInterruptedToolCallIds: {} });
    const done = { type: "tool-t", toolCallId: "a", state: "output-available" };
    const open = { type: "tool-t", toolCallId: "b", state: "input-available" };
    expect([send(done, open), send(open, { type: "step-start" }, done), send(done, { type: "step-start" }), send()]).toEqual([false, true, false, false]);
    expect(shouldSendAutomatically({ messages: [{ role: "user", parts: [done] }], locallyInterruptedToolCallIds: {} })).toBe(false);
  });

  it("is stamped on what is sent (interrupted-wire-stamp)", () => {
    const { input, expected } = vectorOf<Input, Message>(lifecycleFile, "interrupted-wire-stamp");
    expect(stampInterrupted(input.message, input.locallyInterruptedToolCallIds)).toEqual(expected);
    expect(stampInterrupted(input.message, {})).toBe(input.message);
  });
});

describe("the words for a call", () => {
  interface States {
    readonly states: readonly string[];
    readonly outputs: Readonly<Record<string, unknown>>;
  }
  type Label = readonly [string, string | null];
  it.each(vectorsOf<States, { readonly byState: Readonly<Record<string, Label>>; readonly byOutput: Readonly<Record<string, Label>> }>(labelFile, ({ id }) => id.startsWith("state-label-")))("are as in $id", ({ id, input, expected }) => {
    const toolName = id.slice("state-label-".length);
    const label = (state: string, output?: unknown): Label => {
      const { label: words, variant } = toolStateLabel(toolName, { state, output });
      return [words, variant];
    };
    expect(Object.fromEntries(input.states.map((state) => [state, label(state)]))).toEqual(expected.byState);
    expect(Object.fromEntries(Object.entries(input.outputs).map(([name, output]) => [name, label("output-available", output)]))).toEqual(expected.byOutput);
  });

  it.each(vectorsOf<readonly { readonly input: unknown; readonly output: null }[], readonly string[]>(labelFile, ({ id }) => id.startsWith("collapsed-preview-")))("are as in $id", ({ id, input, expected }) => {
    const toolName = id.slice("collapsed-preview-".length);
    expect(input.map((call) => toolRow(toolName, call))).toEqual(expected);
  });
});
