import type { ToolOutput } from "countersign";
import {
  bindPendingElicitation,
  cleanupPendingToolState,
  createAgentToolDispatcher,
  createBatchSpanAnnotateAction,
  createEditPromptClientAction,
  createLoadDatasetClientAction,
  type DatasetHost,
  defineAskUserTool,
  defineSessionTool,
  interruptUnresolvedToolCalls,
  phoenixMessages,
  type PlaygroundMessage,
  type PromptEditHost,
  readPromptInstance,
  restageUnresolvedToolCalls,
  stageDatasetTool,
} from "countersign/phoenix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deferred, settleMicrotasks } from "./harness.ts";
import { agent, DATASETS } from "./zustand/harness.ts";

const EDITS = "pendingPromptEditsByToolCallId";

/** One prompt, and the action that edits it, over a slice; its sender fails as often as it is told to. */
function editing({ ownerKey, ...options }: Parameters<typeof agent>[0] & { readonly ownerKey?: string } = {}) {
  const app = agent({ journalSize: 100, ...options });
  let messages: readonly PlaygroundMessage[] = [{ id: 1, role: "user", content: "a" }];
  const host: PromptEditHost = {
    getPlayground: () => ({ instances: [{ id: 0, provider: "OPENAI", messages }] }),
    reserveMessageIds: () => 9,
    applyPromptEdit: (edit) => {
      messages = edit.messages;
    },
  };
  const failing = { times: 0 };
  const addToolOutput = (output: ToolOutput): void => {
    if (failing.times > 0) {
      failing.times -= 1;
      throw new Error("offline");
    }
    app.sent.push(output);
  };
  const action = createEditPromptClientAction({ host, setPending: app.agentStore.getState().setPendingPromptEdit, shouldAutoAccept: () => false, ownerKey });
  const read = readPromptInstance(host);
  const input = { instanceId: 0, expectedRevision: read.ok ? read.output.revision : "", operations: [{ type: "update_message", messageId: 1, content: "b" }] };
  return {
    ...app,
    failing,
    addToolOutput,
    text: () => messages[0]?.content,
    change: (content: string) => {
      messages = [{ id: 1, role: "user", content }];
    },
    park: async () => {
      await action(input, { toolCallId: "c", sessionId: "s", addToolOutput });
      const entry = app.agentStore.getState()[EDITS]["c"];
      if (entry === undefined) throw new Error("nothing was parked");
      return entry as typeof entry & { readonly cancel: () => Promise<void> };
    },
    stop: () =>
      interruptUnresolvedToolCalls({
        agentStore: app.agentStore,
        transcript: [{ role: "assistant", parts: [{ type: "tool-edit_prompt_instance", toolCallId: "c", state: "input-available" }] }],
        markToolCallInterrupted: app.agentStore.getState().markToolCallInterrupted,
        addToolOutput,
      }),
  };
}

const datasetHost = (commit: DatasetHost["commit"]): DatasetHost => ({
  getDatasetId: () => undefined,
  getSpanId: () => undefined,
  readDatasetName: () => undefined,
  verifyExamples: () => ({ ok: true }),
  commit,
});

describe("a bound entry", () => {
  it("is in the ledger as what it is: being written, accepted, and answered as the agent was", async () => {
    const { agentStore, store, sent } = agent({ journalSize: 100 });
    const done = deferred<{ ok: true; output: string }>();
    const settled: number[] = [];
    store.on("sessionSettled", () => settled.push(sent.length));
    const stage = stageDatasetTool(datasetHost(() => done.promise), {
      addToolOutput: (output) => void sent.push(output),
      setPending: agentStore.getState().setPendingDatasetWrite,
      shouldAutoAccept: () => false,
    });
    await stage({ toolCallId: "c", toolName: "create_dataset", input: { name: "D" }, sessionId: "s" });
    const accepting = agentStore.getState()[DATASETS]["c"]?.accept?.();
    expect([store.getApproval("c")?.status, agentStore.getState()[DATASETS], settled]).toEqual(["applying", {}, []]);
    done.resolve({ ok: true, output: "created" });
    await accepting;
    await settleMicrotasks();
    expect(store.getApproval("c")).toMatchObject({ status: "accepted", delivery: "delivered", sent: sent[0] });
    expect([sent.length, settled]).toEqual([1, [1]]);
    expect(store.timeline("c").map(({ kind }) => kind)).toEqual(["proposed", "pending", "applying", "settled", "delivered"]);
  });

  it("that answers with an error has not been accepted", async () => {
    const app = editing();
    await app.park();
    app.change("changed meanwhile");
    app.store.accept("c");
    await settleMicrotasks();
    expect(app.store.getApproval("c")).toMatchObject({ status: "failed", sent: app.sent[0] });
    expect(app.sent).toMatchObject([{ state: "output-error" }]);
  });

  it.each(["its own reject", "the store's reject"])("tells the agent what the person says to a rejection: %s", async (how) => {
    const app = editing();
    const entry = await app.park();
    if (how === "its own reject") await entry.reject?.({ comment: "shorter" });
    else app.store.reject("c", { comment: "shorter" });
    await settleMicrotasks();
    expect(app.sent).toMatchObject([{ output: { status: "rejected", comment: "shorter", approval: { decision: "rejected" } } }]);
    expect(app.store.getApproval("c")?.outcome).toEqual({ status: "rejected", comment: "shorter" });
  });

  it("is not what a person has edited elsewhere: it can't be accepted as that", async () => {
    const app = editing();
    await app.park();
    app.store.edit("c", { anything: true });
    expect(app.store.getApproval("c")?.draft).toMatchObject({ status: "invalid" });
    expect(app.store.accept("c")).toMatchObject({ result: "refused", code: "draft_invalid" });
    expect([app.text(), app.sent]).toEqual(["a", []]);
  });

  it("can't be changed, but decided, where its ledger takes one call after the other", async () => {
    const app = editing({ reviewOrder: "head_only" });
    app.set(DATASETS, "older", { toolCallId: "older", sessionId: "s" });
    const entry = await app.park();
    await entry.accept?.();
    expect([app.text(), app.answers("c").length]).toEqual(["b", 1]);
  });
});

describe("a bound entry that the ledger has ended", () => {
  it.each([
    ["in time", (app: ReturnType<typeof editing>, tick: () => void) => (tick(), app.store.accept("c"))],
    ["with its session", (app: ReturnType<typeof editing>) => app.agentStore.getState().clearSessionEphemeralState("s")],
    ["by the host", (app: ReturnType<typeof editing>) => app.store.cancel("c")],
    ["with the store", (app: ReturnType<typeof editing>) => app.store.dispose()],
    ["since it was taken out of its map", (app: ReturnType<typeof editing>) => app.agentStore.getState().setPendingPromptEdit("c", null)],
  ])("decides nothing any more: %s", async (_, end) => {
    let now = 0;
    const app = editing({ deadlineMs: 1_000, now: () => now });
    const entry = await app.park();
    end(app, () => (now = 2_000));
    await settleMicrotasks();
    const before = app.sent.length;
    await entry.accept?.();
    await entry.reject?.();
    await entry.cancel();
    expect([app.text(), app.sent.length]).toEqual(["a", before]);
  });
});

describe("a bound entry that is taken back", () => {
  it.each([
    ["its session ended", (app: ReturnType<typeof editing>) => app.store.endSession("s"), phoenixMessages.CANCEL_WRITE()],
    ["its turn was stopped", (app: ReturnType<typeof editing>) => app.store.abortTurn("s"), phoenixMessages.USER_INTERRUPT()],
    ["its editor was closed", (_: unknown, entry: { readonly cancel: () => unknown }) => entry.cancel(), phoenixMessages.CANCEL_PROMPT_EDIT()],
  ])("says why: %s", async (_, end, errorText) => {
    const app = editing();
    end(app, await app.park());
    await settleMicrotasks();
    expect(app.sent).toEqual([{ state: "output-error", tool: "edit_prompt_instance", toolCallId: "c", errorText, outcome: "interrupted" }]);
  });
});

describe("a client action with an owner", () => {
  const nextMacrotask = () => new Promise((resolve) => setTimeout(resolve));

  it("has what it parked cancelled when the last lease ends, and nothing of another owner", async () => {
    const app = editing({ ownerKey: "editor" });
    const [release, ofAnother] = [app.store.acquireOwner("editor"), app.store.acquireOwner("another")];
    await app.park();
    ofAnother();
    release();
    // As React's StrictMode does it.
    const again = app.store.acquireOwner("editor");
    await nextMacrotask();
    expect(app.sent).toEqual([]);
    again();
    await nextMacrotask();
    expect(app.sent).toEqual([{ state: "output-error", tool: "edit_prompt_instance", toolCallId: "c", errorText: phoenixMessages.CANCEL_PROMPT_EDIT(), outcome: "interrupted" }]);
    expect(app.keys(EDITS)).toEqual([]);
  });

  it("has what it parks too late cancelled too", async () => {
    const app = editing({ ownerKey: "editor" });
    const entry = await app.park();
    await nextMacrotask();
    await entry.accept?.();
    expect([app.text(), app.sent]).toMatchObject(["a", [{ errorText: phoenixMessages.CANCEL_PROMPT_EDIT() }]]);
  });
});

describe("an answer that could not be sent", () => {
  it("is undelivered in the ledger, and goes with redeliver", async () => {
    const app = editing();
    const entry = await app.park();
    app.failing.times = 1;
    await expect(entry.accept?.()).rejects.toThrow("offline");
    await settleMicrotasks();
    expect(app.store.getApproval("c")).toMatchObject({ status: "accepted", delivery: "undelivered" });
    app.store.redeliver();
    await settleMicrotasks();
    expect(app.sent).toMatchObject([{ output: { status: "accepted" } }]);
    await entry.accept?.();
    await entry.reject?.();
    expect([app.text(), app.sent.length]).toEqual(["b", 1]);
  });

  it("is what Stop sends, and not that nothing was changed", async () => {
    const app = editing();
    const entry = await app.park();
    app.failing.times = 1;
    await expect(entry.accept?.()).rejects.toThrow("offline");
    await app.stop();
    await settleMicrotasks();
    expect([app.text(), app.sent]).toMatchObject(["b", [{ output: { status: "accepted" } }]]);
  });

  it("is undelivered too where the ledger has accepted", async () => {
    const app = editing();
    await app.park();
    app.failing.times = 1;
    app.store.accept("c");
    await settleMicrotasks();
    expect([app.text(), app.store.getApproval("c")]).toMatchObject(["b", { status: "accepted", delivery: "undelivered" }]);
    app.store.redeliver("c");
    await settleMicrotasks();
    expect(app.sent).toMatchObject([{ output: { status: "accepted" } }]);
  });

  it("of a person to questions is kept", async () => {
    const { agentStore, store } = agent();
    const sent: ToolOutput[] = [];
    let fails = true;
    const addToolOutput = (output: ToolOutput): void => {
      if (fails) throw new Error("offline");
      sent.push(output);
    };
    const { setPendingElicitation } = agentStore.getState();
    const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId: "q", questions: ["?"] }, addToolOutput, setPendingElicitation });
    setPendingElicitation("s", bound);
    await expect(bound.answer("a long answer")).rejects.toThrow("offline");
    fails = false;
    store.redeliver("q");
    await settleMicrotasks();
    expect(sent).toMatchObject([{ output: "a long answer" }]);
  });
});

describe("a write that never ends", () => {
  afterEach(() => void vi.useRealTimers());

  it("is answered in time, by the ledger or by its family, and its late end is not", async () => {
    vi.useFakeTimers();
    for (const [ledger, family] of [[20, 60_000], [60_000, 20]] as const) {
      const app = agent({ handlerTimeoutMs: ledger, now: Date.now });
      const done = deferred<{ ok: true; output: string }>();
      const stage = stageDatasetTool(datasetHost(() => done.promise), {
        addToolOutput: (output) => void app.sent.push(output),
        setPending: app.agentStore.getState().setPendingDatasetWrite,
        shouldAutoAccept: () => false,
        handlerTimeoutMs: family,
      });
      await stage({ toolCallId: "c", toolName: "create_dataset", input: { name: "D" }, sessionId: "s" });
      void app.agentStore.getState()[DATASETS]["c"]?.accept?.();
      await vi.advanceTimersByTimeAsync(30);
      expect(app.sent).toMatchObject([{ state: "output-error", toolCallId: "c" }]);
      done.resolve({ ok: true, output: "late" });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(app.sent).toHaveLength(1);
    }
  });

  it("nor does a call that is never worked out wait for ever", async () => {
    vi.useFakeTimers();
    const app = agent();
    const action = createLoadDatasetClientAction({
      host: { getSelection: () => ({ datasetId: null, splitIds: [] }), resolve: () => deferred<never>().promise, load: () => expect.fail("loaded") },
      setPending: app.agentStore.getState().setPendingLoadDataset,
      shouldAutoAccept: () => false,
      handlerTimeoutMs: 20,
    });
    const dispatch = createAgentToolDispatcher({ tools: [{ name: "load_dataset", passContext: true, emitSuccess: false }], getClientAction: () => action });
    const dispatched = dispatch({ toolCall: { toolCallId: "c", toolName: "load_dataset", input: { datasetName: "D" } }, sessionId: "s", addToolOutput: (output) => void app.sent.push(output) });
    await vi.advanceTimersByTimeAsync(30);
    await dispatched;
    expect(app.sent).toMatchObject([{ state: "output-error", toolCallId: "c" }]);
  });
});

describe("in bypass", () => {
  function bypassing() {
    const app = agent();
    const commits: unknown[] = [];
    app.agentStore.getState().setPermissions({ edits: "bypass" });
    const stage = stageDatasetTool(
      datasetHost((write) => {
        commits.push(write.input);
        return { ok: true, output: "done" };
      }),
      { addToolOutput: (output) => void app.sent.push(output), setPending: app.agentStore.getState().setPendingDatasetWrite, shouldAutoAccept: () => true },
    );
    return { ...app, commits, run: () => stage({ toolCallId: "c", toolName: "create_dataset", input: { name: "D" }, sessionId: "s" }) };
  }

  it("a write passes the ledger, and no map", async () => {
    const app = bypassing();
    const maps: unknown[] = [];
    app.agentStore.subscribe((state) => maps.push(state[DATASETS]["c"]));
    await app.run();
    await settleMicrotasks();
    expect(app.store.getApproval("c")).toMatchObject({ status: "accepted", outcome: { approvalSource: "auto" }, delivery: "delivered", sent: app.sent[0] });
    expect([app.commits.length, app.sent.length, maps.filter((entry) => entry !== undefined)]).toEqual([1, 1, []]);
  });

  it("a call that comes twice is written once", async () => {
    const app = bypassing();
    await Promise.all([app.run(), app.run()]);
    await app.run();
    expect([app.commits.length, app.sent.length]).toEqual([1, 1]);
  });

  it.each(["endSession", "abortTurn"] as const)("nothing is written for a conversation that is over: %s", async (end) => {
    const app = bypassing();
    app.store[end]("s");
    await app.run();
    await settleMicrotasks();
    expect([app.commits, app.sent]).toMatchObject([[], [{ state: "output-error", toolCallId: "c" }]]);
  });
});

describe("questions", () => {
  it("that are proposed to the store are shown, one set for each session, and are answered there", async () => {
    const { agentStore, store, sent } = agent();
    store.registerHandler("ask_user", { apply: (input) => ({ status: "applied", output: (input as { answers: string }).answers }) });
    for (const toolCallId of ["q1", "q2"]) store.propose({ toolCallId, toolName: "ask_user", input: { questions: [toolCallId] } }, { sessionId: "s" });
    const asked = () => agentStore.getState().pendingElicitationBySessionId["s"];
    expect(asked()).toMatchObject({ toolCallId: "q1", questions: ["q1"] });
    await asked()?.answer?.("yes");
    expect(asked()).toMatchObject({ toolCallId: "q2", questions: ["q2"] });
    await asked()?.cancel?.();
    await settleMicrotasks();
    expect(asked()).toBeUndefined();
    expect(sent.map(({ toolCallId, state }) => [toolCallId, state])).toEqual([["q1", "output-available"], ["q2", "output-error"]]);
  });

  it.each(["answer", "cancel", "taken away"] as const)("that are proposed to the store while others of the app's own wait come when those are gone: %s", async (how) => {
    const { agentStore, store } = agent();
    store.registerHandler("ask_user", { apply: () => undefined });
    const { setPendingElicitation } = agentStore.getState();
    const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId: "q", questions: ["?"] }, addToolOutput: () => undefined, setPendingElicitation });
    setPendingElicitation("s", bound);
    for (const toolCallId of ["r1", "r2"]) store.propose({ toolCallId, toolName: "ask_user", input: { questions: [toolCallId] } }, { sessionId: "s" });
    const asked = () => agentStore.getState().pendingElicitationBySessionId["s"]?.toolCallId;
    expect(asked()).toBe("q");
    if (how === "answer") await bound.answer("yes");
    else if (how === "cancel") store.cancel("q");
    else setPendingElicitation("s", null);
    await settleMicrotasks();
    expect(asked()).toBe("r1");
    store.cancel("r1");
    expect(asked()).toBe("r2");
  });

  it.each(["abortTurn", "endSession", "dispose", "clear"] as const)("of the app's own end with their turn, their session and the store: %s", async (end) => {
    for (const isBound of [true, false]) {
      const { agentStore, store, sent } = agent();
      const { setPendingElicitation } = agentStore.getState();
      if (isBound) {
        const tool = defineAskUserTool({ agentStore });
        await tool.execute({ questions: ["?"] }, { toolCall: { toolCallId: "q", toolName: "ask_user", input: {} }, sessionId: "s", addToolOutput: (output) => void sent.push(output) });
      } else setPendingElicitation("s", { toolCallId: "q", questions: ["?"] });
      expect(store.getSnapshot().queue("s")).toHaveLength(1);
      if (end === "clear") agentStore.getState().clearSessionEphemeralState("s");
      else store[end]("s");
      await settleMicrotasks();
      expect([agentStore.getState().pendingElicitationBySessionId, sent]).toMatchObject([{}, [{ toolCallId: "q", state: "output-error" }]]);
    }
  });

  it("that are no JSON are not put to anybody, nor are answers that are none sent", async () => {
    const { agentStore, sent } = agent();
    const tool = defineAskUserTool({ agentStore });
    let deep: unknown = null;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    for (const [index, questions] of [[() => 1], [deep], [1n], [Number.NaN]].entries()) {
      const toolCallId = `q${index}`;
      await tool.execute({ questions }, { toolCall: { toolCallId, toolName: "ask_user", input: {} }, sessionId: "s", addToolOutput: (output) => void sent.push(output) });
      expect(sent.at(-1)).toMatchObject({ toolCallId, state: "output-error" });
    }
    const { setPendingElicitation } = agentStore.getState();
    const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId: "q", questions: ["?"] }, addToolOutput: (output) => void sent.push(output), setPendingElicitation });
    setPendingElicitation("s", bound);
    await expect(bound.answer({ f: (() => 1) as never })).rejects.toThrow("JSON");
    expect(agentStore.getState().pendingElicitationBySessionId["s"]).toBe(bound);
    await bound.answer({ f: "1" });
    expect(sent.at(-1)).toMatchObject({ toolCallId: "q", output: { f: "1" } });
  });
});

describe("what a reload left open", () => {
  it("comes before the person again, also in bypass, or is answered", async () => {
    const { agentStore, store, sent } = agent();
    agentStore.getState().setPermissions({ edits: "bypass" });
    const written: unknown[] = [];
    const action = createBatchSpanAnnotateAction({
      host: { annotate: (annotations) => void written.push(annotations) },
      setPending: agentStore.getState().setPendingBatchSpanAnnotate,
      shouldAutoAccept: () => true,
    });
    const dispatch = createAgentToolDispatcher({ tools: [defineSessionTool("batch_span_annotate", action)], getClientAction: () => undefined });
    const input = { annotations: [{ spanId: "0123456789abcdef", name: "n", label: "x" }] };
    const part = (toolCallId: string, tool: string, more: object = {}) => ({ type: `tool-${tool}`, toolCallId, state: "input-available", input, ...more });
    await restageUnresolvedToolCalls({
      transcript: [
        { role: "assistant", parts: [part("earlier", "batch_span_annotate")] },
        {
          role: "assistant",
          parts: [
            part("c", "batch_span_annotate"),
            part("lost", "save_prompt"),
            part("server", "delete_dataset", { callProviderMetadata: { phoenix: { toolExecutionEnvironment: "server" } } }),
            part("done", "save_prompt", { state: "output-available" }),
          ],
        },
      ],
      agentStore,
      dispatch,
      sessionId: "s",
      addToolOutput: (output) => void sent.push(output),
    });
    expect([written, sent.map(({ toolCallId }) => toolCallId), store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)]).toEqual([[], ["lost"], ["c"]]);
    await agentStore.getState().pendingBatchSpanAnnotatesByToolCallId["c"]?.accept?.();
    expect([written.length, sent.length]).toEqual([1, 2]);
  });
});

describe("what a hydrated ledger has of a reload", () => {
  it("is answered once: what can't be asked again leaves it, and what it has answered stays so", async () => {
    const before = agent();
    before.store.registerHandler("save_prompt", { apply: () => undefined });
    for (const toolCallId of ["waits", "done"]) before.store.propose({ toolCallId, toolName: "save_prompt", input: {} });
    before.store.reject("done");
    const { agentStore, store, sent } = agent();
    store.hydrate(before.store.dehydrate());
    await restageUnresolvedToolCalls({
      agentStore,
      transcript: [{ role: "assistant", parts: ["waits", "done"].map((toolCallId) => ({ type: "tool-save_prompt", toolCallId, state: "input-available", input: {} })) }],
      dispatch: createAgentToolDispatcher({ tools: [], getClientAction: () => undefined }),
      sessionId: "s",
      addToolOutput: (output) => void sent.push(output),
    });
    expect(sent).toMatchObject([{ toolCallId: "waits", errorText: phoenixMessages.NOT_RESTORED() }]);
    expect([store.getSnapshot().pending, store.reject("waits").result, sent.length]).toEqual([[], "alreadySettled", 1]);
  });
});

describe("an entry of the store", () => {
  it("that can't be accepted says so", async () => {
    const { agentStore, store } = agent();
    const release = store.registerHandler("save_prompt", { apply: () => undefined });
    store.propose({ toolCallId: "c", toolName: "save_prompt", input: {} });
    release();
    await expect(agentStore.getState().pendingSavePromptsByToolCallId["c"]?.accept?.()).rejects.toMatchObject({ code: "invalid_state" });
  });
});

describe("a dispatcher", () => {
  it("runs no call again that it has answered, and one whose answer was not taken", async () => {
    let runs = 0;
    let fails = false;
    const sent: string[] = [];
    const dispatch = createAgentToolDispatcher({
      tools: [{ name: "count" }],
      getClientAction: () => async () => {
        runs += 1;
        return { ok: true };
      },
    });
    const call = () =>
      dispatch({
        toolCall: { toolCallId: "c", toolName: "count", input: {} },
        sessionId: null,
        addToolOutput: ({ toolCallId }) => {
          if (fails) throw new Error("offline");
          sent.push(toolCallId);
        },
      });
    fails = true;
    await expect(call()).rejects.toThrow("offline");
    fails = false;
    await call();
    await call();
    expect([runs, sent]).toEqual([2, ["c"]]);
  });

  it("answers a call without a session, and an action that returns nothing", async () => {
    const sent: ToolOutput[] = [];
    const dispatch = createAgentToolDispatcher({
      tools: [{ name: "a", requireSession: "no session" }, { name: "b" }],
      getClientAction: () => () => undefined as never,
    });
    for (const toolName of ["a", "b"]) {
      await dispatch({ toolCall: { toolCallId: toolName, toolName, input: {} }, sessionId: undefined as never, addToolOutput: (output) => void sent.push(output) });
    }
    expect(sent).toMatchObject([{ errorText: "no session" }, { errorText: "The tool failed before it was done." }]);
  });
});

describe("in one step", () => {
  it("a click that finds the deadline passed writes nothing, and Stop then has nothing to say", async () => {
    for (const by of ["click", "stop", "stop, of the store's own entry"] as const) {
      let now = 0;
      const app = editing({ deadlineMs: 1_000, now: () => now });
      if (by === "stop, of the store's own entry") {
        app.store.propose({ toolCallId: "c", toolName: "edit_prompt_instance", input: {} }, { handler: { apply: () => undefined } });
        now = 2_000;
        await app.stop();
      } else {
        const entry = await app.park();
        now = 2_000;
        if (by === "click") await entry.accept?.();
        await app.stop();
      }
      await settleMicrotasks();
      expect([by, app.text(), app.sent.length]).toEqual([by, "a", 1]);
    }
  });

  it("a Stop that is pressed twice answers once, also where the answer is slow", async () => {
    const { agentStore } = agent();
    const arrived = deferred<undefined>();
    const sent: string[] = [];
    const stop = () =>
      interruptUnresolvedToolCalls({
        agentStore,
        transcript: [{ role: "assistant", parts: [{ type: "tool-save_prompt", toolCallId: "c", state: "input-available" }] }],
        markToolCallInterrupted: () => undefined,
        addToolOutput: async ({ toolCallId }) => {
          await arrived.promise;
          sent.push(toolCallId);
        },
      });
    const stopping = [stop(), stop()];
    arrived.resolve(undefined);
    await Promise.all(stopping);
    expect(sent).toEqual(["c"]);
  });
});

describe("Stop while a tool runs", () => {
  const running = (addToolOutput: (output: ToolOutput) => unknown) => {
    const { agentStore } = agent();
    const done = deferred<{ ok: true }>();
    const dispatch = createAgentToolDispatcher({ tools: [{ name: "run" }], getClientAction: (name) => (name === "run" ? () => done.promise : undefined) });
    const call = (toolName = "run") => dispatch({ toolCall: { toolCallId: "c", toolName, input: {} }, sessionId: "s", addToolOutput });
    const stop = () =>
      interruptUnresolvedToolCalls({
        agentStore,
        transcript: [{ role: "assistant", parts: [{ type: "tool-run", toolCallId: "c", state: "input-available" }] }],
        markToolCallInterrupted: () => undefined,
        addToolOutput,
      });
    return { done, call, stop };
  };

  it("says that it may have been done, and its late answer is not sent", async () => {
    const sent: ToolOutput[] = [];
    const { done, call, stop } = running((output) => void sent.push(output));
    const calling = [call(), call()];
    await stop();
    done.resolve({ ok: true });
    await Promise.all(calling);
    expect(sent).toEqual([{ state: "output-error", tool: "run", toolCallId: "c", errorText: phoenixMessages.USER_INTERRUPT_RUNNING(), outcome: "interrupted" }]);
  });

  it("leaves an answer that is on its way alone", async () => {
    const sent: ToolOutput[] = [];
    const arrived = deferred<undefined>();
    const { call, stop } = running(async (output) => {
      await arrived.promise;
      sent.push(output);
    });
    const calling = call("unknown");
    const stopping = stop();
    arrived.resolve(undefined);
    await Promise.all([calling, stopping]);
    expect(sent).toMatchObject([{ errorText: phoenixMessages.UNKNOWN_TOOL("unknown") }]);
  });

  it("of another slice leaves a call of the same id to its own", async () => {
    const [mine, other] = [agent(), agent()];
    const found = deferred<string>();
    const stage = stageDatasetTool(
      { ...datasetHost(() => ({ ok: true, output: "" })), getDatasetId: () => "d", readDatasetName: () => found.promise },
      { addToolOutput: (output) => void mine.sent.push(output), setPending: mine.agentStore.getState().setPendingDatasetWrite, shouldAutoAccept: () => false },
    );
    const staging = stage({ toolCallId: "c", toolName: "delete_dataset", input: {}, sessionId: "s" });
    await interruptUnresolvedToolCalls({
      agentStore: other.agentStore,
      transcript: [{ role: "assistant", parts: [{ type: "tool-delete_dataset", toolCallId: "c", state: "input-available" }] }],
      markToolCallInterrupted: () => undefined,
      addToolOutput: (output) => void other.sent.push(output),
    });
    found.resolve("D");
    await staging;
    expect([mine.keys(DATASETS), mine.sent, other.sent.length]).toEqual([["c"], [], 1]);
  });
});

describe("clean-up", () => {
  it("sends nothing, also of what could not be sent", async () => {
    const app = editing();
    const entry = await app.park();
    app.failing.times = 1;
    await expect(entry.accept?.()).rejects.toThrow("offline");
    await settleMicrotasks();
    cleanupPendingToolState({ agentStore: app.agentStore, toolName: "edit_prompt_instance", toolCallId: "c" });
    await settleMicrotasks();
    expect(app.sent).toEqual([]);
  });
});

describe("what is put back beside the actions", () => {
  it("is not asked again where it was decided, or was the store's own", async () => {
    const app = editing();
    await app.park();
    const before = app.agentStore.getState()[EDITS];
    app.store.accept("c");
    app.agentStore.setState({ [EDITS]: before });
    await settleMicrotasks();
    expect([app.text(), app.sent, app.keys(EDITS)]).toMatchObject(["b", [{ output: { status: "accepted" } }], []]);
    const other = agent();
    other.store.registerHandler("save_prompt", { apply: () => undefined });
    other.store.propose({ toolCallId: "d", toolName: "save_prompt", input: {} }, { sessionId: "s" });
    const { pendingSavePromptsByToolCallId } = other.agentStore.getState();
    other.store.abortTurn("s");
    other.agentStore.setState({ pendingSavePromptsByToolCallId });
    expect([other.answers("d").length, other.keys("pendingSavePromptsByToolCallId"), other.store.getSnapshot().pending]).toEqual([1, [], []]);
  });

  it("is in the ledger where it is questions, and leaves it with them", () => {
    const { agentStore, store } = agent();
    agentStore.setState({ pendingElicitationBySessionId: { s: { toolCallId: "q", questions: ["?"] } } });
    expect(store.getApproval("q")?.status).toBe("pending");
    agentStore.setState({ pendingElicitationBySessionId: {} });
    expect(store.getApproval("q")?.status).toBe("cancelled");
  });
});

describe("an id that is used again", () => {
  it("for something else is a call of its own, after an answer and after a Stop", async () => {
    for (const end of ["reject", "stop"] as const) {
      const app = agent();
      const stage = stageDatasetTool(datasetHost(() => ({ ok: true, output: "" })), {
        addToolOutput: (output) => void app.sent.push(output),
        setPending: app.agentStore.getState().setPendingDatasetWrite,
        shouldAutoAccept: () => false,
      });
      const dispatch = createAgentToolDispatcher({ tools: [{ name: "create_dataset", execute: (_, { toolCall, ...context }) => stage({ ...toolCall, ...context }) }], getClientAction: () => undefined });
      const call = (name: string) => dispatch({ toolCall: { toolCallId: "c", toolName: "create_dataset", input: { name } }, sessionId: "s", addToolOutput: (output) => void app.sent.push(output) });
      await call("A");
      if (end === "reject") await app.agentStore.getState()[DATASETS]["c"]?.reject?.();
      else {
        await interruptUnresolvedToolCalls({
          agentStore: app.agentStore,
          transcript: [{ role: "assistant", parts: [{ type: "tool-create_dataset", toolCallId: "c", state: "input-available" }] }],
          markToolCallInterrupted: app.agentStore.getState().markToolCallInterrupted,
          addToolOutput: (output) => void app.sent.push(output),
        });
      }
      await call("A");
      expect([end, app.keys(DATASETS), app.sent.length]).toEqual([end, [], 1]);
      await call("B");
      expect([end, app.keys(DATASETS), app.sent.length]).toEqual([end, ["c"], 1]);
    }
  });
});

describe("an entry that could not be parked", () => {
  it("is answered with an error, and waits nowhere", async () => {
    const app = editing();
    app.agentStore.subscribe((state) => {
      if (state[EDITS]["c"] !== undefined) throw new Error("render failed");
    });
    await expect(app.park()).rejects.toThrow("nothing was parked");
    app.store.accept("c");
    await settleMicrotasks();
    expect([app.text(), app.sent]).toMatchObject(["a", [{ state: "output-error", errorText: "render failed" }]]);
    expect([app.keys(EDITS), app.store.getSnapshot().pending]).toEqual([[], []]);
  });
});
