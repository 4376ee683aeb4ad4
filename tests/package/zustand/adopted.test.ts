import { createApprovalStore, replayJournal } from "countersign";
import { createAgentStore } from "countersign/zustand";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
// By path: the package lets nobody reach its core.
import { Core } from "../../../node_modules/countersign/esm/core/glue.js";
import { deferred, settleMicrotasks } from "../harness.ts";
import { agent, bind, DATASETS } from "./harness.ts";

const EDITS = "pendingPromptEditsByToolCallId";

describe("an entry of the app's own", () => {
  it("is a call of the ledger: in the queue, the journal and the timeline, and it stands once in the map", () => {
    const app = agent({ journalSize: 100 });
    const entry = bind(app, "a", { sessionId: "s1", preview: { kind: "add", examples: [{ input: { q: "é" } }] } });
    app.set(DATASETS, "a", entry);
    expect(app.store.getSnapshot().queue("s1")).toMatchObject([
      { toolCallId: "a", toolName: "add_dataset_examples", status: "pending", input: { preview: { kind: "add" } } },
    ]);
    expect(app.store.timeline("a").map(({ kind }) => kind)).toEqual(["proposed", "pending"]);
    expect(app.agentStore.getState()[DATASETS]).toEqual({ a: entry });
    expect(replayJournal(app.store.journal()).snapshot.pending).toHaveLength(1);
  });

  it("shows both of its sides, or what there is of it", () => {
    const app = agent();
    app.set(EDITS, "sides", { toolCallId: "sides", ...{ before: "old", after: { new: true } } });
    app.set(DATASETS, "preview", { toolCallId: "preview", ...{ preview: { before: "x", after: "y" } } });
    app.set(DATASETS, "new", { toolCallId: "new", ...{ preview: { kind: "create" } } });
    const shown = (id: string) => app.store.getApproval(id)?.preview;
    expect([shown("sides"), shown("preview"), shown("new")]).toEqual([
      { before: "old", after: '{\n  "new": true\n}' },
      { before: "x", after: "y" },
      { before: "", after: '{\n  "kind": "create"\n}' },
    ]);
    expect(app.store.getApproval("sides")?.toolName).toBe("edit_prompt_instance");
    expect(app.store.getApproval("new")?.toolName).toBe("create_dataset");
  });

  it("that is no JSON is kept all the same", () => {
    const app = agent();
    const cyclic: { toolCallId: string; itself?: unknown } = { toolCallId: "a" };
    cyclic.itself = cyclic;
    app.set(EDITS, "a", cyclic);
    expect(app.agentStore.getState()[EDITS]["a"]).toBe(cyclic);
    expect(app.store.getApproval("a")?.status).toBe("pending");
  });

  it("waits for a person in any mode", () => {
    const app = agent({ editPermission: "bypass" });
    app.set(DATASETS, "a", bind(app, "a"));
    expect([app.store.getApproval("a")?.status, app.sent.length]).toEqual(["pending", 0]);
  });

  it("that the app takes away is answered by the app, and is nobody's no", async () => {
    const app = agent({ journalSize: 10 });
    const apply = deferred<{ ok: true; output: string }>();
    const entry = bind(app, "a", { apply: () => apply.promise });
    app.set(DATASETS, "a", entry);
    const accepting = entry.accept();
    expect([app.keys(DATASETS), app.store.getSnapshot().pending]).toEqual([[], []]);
    apply.resolve({ ok: true, output: "done" });
    await accepting;
    expect(app.sent).toMatchObject([{ output: { status: "accepted", message: "done" } }]);
    expect(app.store.getApproval("a")).toMatchObject({ outcome: { status: "cancelled", reason: "host" }, delivery: "delivered" });
    expect(app.agentStore.getState().locallyInterruptedToolCallIds).toEqual({});
    app.store.redeliver();
    expect(app.sent).toHaveLength(1);
  });

  describe("that is accepted through the ledger", () => {
    it("runs its own accept once, for two clicks, and is answered by it", async () => {
      const app = agent();
      const apply = vi.fn<() => Promise<{ ok: true; output: string }>>(async () => ({ ok: true, output: "done" }));
      app.set(DATASETS, "a", bind(app, "a", { apply }));
      expect(app.store.accept("a").result).toBe("applying");
      expect(app.keys(DATASETS)).toEqual([]);
      expect(app.store.accept("a").result).toBe("refused");
      await settleMicrotasks();
      expect(app.store.accept("a")).toMatchObject({ result: "alreadySettled", outcome: { status: "accepted" } });
      expect(apply).toHaveBeenCalledTimes(1);
      expect(app.sent).toMatchObject([{ output: { status: "accepted", acceptedBy: "user" } }]);
    });

    // In the original such a call is never answered (defect 1).
    it("is answered by the ledger when its own accept throws", async () => {
      const app = agent();
      const apply = (): never => {
        throw new Error("network down");
      };
      app.set(DATASETS, "a", bind(app, "a", { apply }));
      app.store.accept("a");
      await settleMicrotasks();
      expect(app.sent).toEqual([{ state: "output-error", tool: "add_dataset_examples", toolCallId: "a", errorText: "network down" }]);
      expect(app.store.getApproval("a")?.outcome).toMatchObject({ status: "failed", code: "apply_failed" });
    });

    it("is answered once when it can't be accepted, and does not stay in the map", async () => {
      const app = agent();
      app.set(EDITS, "a", { toolCallId: "a" });
      app.store.accept("a");
      await settleMicrotasks();
      expect(app.sent).toMatchObject([{ toolCallId: "a", state: "output-error" }]);
      expect(app.keys(EDITS)).toEqual([]);
    });
  });

  it("that is rejected through the ledger answers by its own reject, which gets the comment", async () => {
    const app = agent();
    const entry = bind(app, "a");
    const reject = vi.spyOn(entry, "reject");
    app.set(DATASETS, "a", entry);
    app.store.reject("a", { comment: "not now" });
    await settleMicrotasks();
    expect(reject.mock.calls).toEqual([[{ comment: "not now" }]]);
    expect(app.sent).toMatchObject([{ output: { status: "rejected", message: "REJECTED" } }]);
    app.set(EDITS, "b", { toolCallId: "b" });
    app.store.reject("b", { comment: "no" });
    expect(app.answers("b")).toMatchObject([{ output: { status: "rejected", comment: "no" } }]);
    expect(app.keys(EDITS)).toEqual([]);
  });

  describe.each([true, false])("that the ledger takes back (with a cancel of its own: %s)", (cancels) => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const ends: readonly (readonly [string, (app: ReturnType<typeof agent>) => void])[] = [
      ["the host cancels it", ({ store }) => void store.cancel("a")],
      ["its session ends", ({ store }) => store.endSession("s1")],
      ["its session is cleared", ({ agentStore }) => agentStore.getState().clearSessionEphemeralState("s1")],
      ["its turn is aborted", ({ store }) => store.abortTurn("s1")],
      ["the store is disposed of", ({ store }) => store.dispose()],
      ["its session has ended before", () => undefined],
    ];
    it.each(ends)("when %s, is answered once and is gone", async (name, end) => {
      const app = agent();
      if (name.endsWith("before")) app.store.endSession("s1");
      const entry = bind(app, "a", { sessionId: "s1", cancels });
      app.set(DATASETS, "a", entry);
      end(app);
      await vi.runAllTimersAsync();
      expect(app.keys(DATASETS)).toEqual([]);
      expect(app.sent).toHaveLength(1);
      expect(app.sent[0]).toMatchObject({ state: "output-error", toolCallId: "a" });
      expect(app.sent[0]?.state === "output-error" && app.sent[0].errorText === "CANCELLED").toBe(cancels);
      // One with a cancel of its own marks it as it likes.
      expect(Object.keys(app.agentStore.getState().locallyInterruptedToolCallIds)).toEqual(cancels ? [] : ["a"]);
    });

    // In the original every entry of five maps is cancelled, of all sessions and mounts (defect 7).
    it("when its owner is gone, and no other", async () => {
      const app = agent();
      const release = app.store.acquireOwner("playground");
      const other = app.store.acquireOwner("dialog");
      app.set(DATASETS, "a", bind(app, "a", { ownerKey: "playground", cancels }));
      app.set(EDITS, "b", bind(app, "b", { map: EDITS, ownerKey: "dialog", cancels }));
      app.set(EDITS, "c", bind(app, "c", { map: EDITS, cancels }));
      release();
      await vi.runAllTimersAsync();
      expect(app.sent.map(({ toolCallId }) => toolCallId)).toEqual(["a"]);
      expect([app.keys(DATASETS), app.keys(EDITS)]).toEqual([[], ["b", "c"]]);
      other();
    });
  });

  it("that nobody decides in time is answered by the ledger", async () => {
    vi.useFakeTimers();
    const app = agent({ deadlineMs: 1_000 });
    app.set(DATASETS, "a", bind(app, "a", { cancels: true }));
    await vi.advanceTimersByTimeAsync(1_001);
    expect(app.store.getApproval("a")?.status).toBe("expired");
    expect([app.sent.length, app.keys(DATASETS)]).toEqual([1, []]);
    vi.useRealTimers();
  });

  it("whose own cancel fails is answered by the ledger", async () => {
    const app = agent();
    const failing = [
      () => {
        throw new Error("broken");
      },
      async () => {
        throw new Error("broken");
      },
    ];
    for (const [index, cancel] of failing.entries()) {
      const id = `call ${index}`;
      app.set(DATASETS, id, { ...bind(app, id), cancel });
      app.store.cancel(id);
      await settleMicrotasks();
      expect(app.answers(id)).toHaveLength(1);
      expect(app.store.getApproval(id)).toMatchObject({ status: "cancelled", delivery: "delivered" });
    }
    expect(app.keys(DATASETS)).toEqual([]);
    expect(Object.keys(app.agentStore.getState().locallyInterruptedToolCallIds)).toEqual(["call 0", "call 1"]);
  });

  it("whose answer the sender drops is sent again, without asking it again", async () => {
    let broken = true;
    const sent: string[] = [];
    const store = createApprovalStore({
      onOutput: ({ toolCallId }) => {
        if (broken) throw new Error("offline");
        sent.push(toolCallId);
      },
    });
    const reject = vi.fn<() => never>(() => {
      throw new Error("broken");
    });
    const agentStore = createAgentStore({ store });
    agentStore.getState().setPendingSavePrompt("a", { toolCallId: "a", reject });
    store.reject("a");
    expect(store.getApproval("a")).toMatchObject({ delivery: "undelivered" });
    broken = false;
    store.redeliver();
    expect([sent, reject.mock.calls.length]).toEqual([["a"], 1]);
    // Nothing of it is left for the next call of this id.
    store.propose({ toolCallId: "a", toolName: "save_prompt", input: {} }, { handler: { apply: () => undefined } });
    expect(agentStore.getState().locallyInterruptedToolCallIds).toEqual({});
    store.cancel("a");
    expect(agentStore.getState().locallyInterruptedToolCallIds).toEqual({ a: true });
  });

  it("is gone before anybody else hears that it is settled: a second click finds nothing", async () => {
    const app = agent();
    const entry = bind(app, "a");
    app.set(DATASETS, "a", entry);
    let seen: string[] | undefined;
    app.store.on("settled", () => {
      seen = app.keys(DATASETS);
    });
    await entry.reject();
    expect([seen, app.sent.length]).toEqual([[], 1]);
  });

  describe("that takes the place of another", () => {
    it("is the one that is shown and decided, and nothing that was decided on the other counts", async () => {
      const app = agent();
      const first = bind(app, "a", { preview: { kind: "first" } });
      const second = bind(app, "a", { preview: { kind: "second" } });
      const [acceptFirst, acceptSecond] = [vi.spyOn(first, "accept"), vi.spyOn(second, "accept")];
      app.set(DATASETS, "a", first);
      const { generation = 0 } = app.store.getApproval("a") ?? {};
      app.set(DATASETS, "b", bind(app, "b"));
      app.set(DATASETS, "a", second);
      expect(app.agentStore.getState()[DATASETS]["a"]).toBe(second);
      expect(app.keys(DATASETS)).toEqual(["a", "b"]);
      expect(app.store.getSnapshot().pending.map(({ toolCallId, input }) => [toolCallId, input])).toMatchObject([["a", { preview: { kind: "second" } }], ["b", {}]]);
      expect(app.store.accept("a", { generation })).toMatchObject({ result: "refused", code: "stale_generation" });
      app.store.accept("a");
      await settleMicrotasks();
      expect([acceptFirst.mock.calls.length, acceptSecond.mock.calls.length]).toEqual([0, 1]);
      expect(app.answers("a")).toHaveLength(1);
    });

    it("may do so in the very news of the other", () => {
      const app = agent();
      const [first, second] = [bind(app, "a"), bind(app, "a", { preview: { kind: "second" } })];
      const stop = app.store.on("pending", () => {
        stop();
        app.set(DATASETS, "a", second);
      });
      app.set(DATASETS, "a", first);
      expect(app.agentStore.getState()[DATASETS]["a"]).toBe(second);
      expect(app.store.getSnapshot().pending).toMatchObject([{ input: { preview: { kind: "second" } } }]);
    });

    it("changes nothing when it is the same object", () => {
      const app = agent();
      const entry = bind(app, "a");
      app.set(DATASETS, "a", entry);
      const approval = app.store.getApproval("a");
      app.set(DATASETS, "a", entry);
      expect(app.store.getApproval("a")).toBe(approval);
    });

    it("is a new question when the other was answered, also with the same content", async () => {
      const app = agent();
      const entries = [bind(app, "a"), bind(app, "a"), bind(app, "a")];
      for (const entry of entries) {
        app.set(DATASETS, "a", entry);
        expect(app.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual(["a"]);
        await entry.reject();
        expect(app.store.getSnapshot().pending).toEqual([]);
      }
      expect(app.sent).toHaveLength(3);
    });

    it("waits for the ledger until the other's write has ended", async () => {
      const app = agent();
      const apply = deferred<{ ok: true; output: string }>();
      app.set(DATASETS, "a", bind(app, "a", { apply: () => apply.promise }));
      app.store.accept("a");
      const second = bind(app, "a", { preview: { kind: "second" }, sessionId: "s1", cancels: true });
      app.set(DATASETS, "a", second);
      expect(app.agentStore.getState()[DATASETS]["a"]).toBe(second);
      apply.resolve({ ok: true, output: "done" });
      await settleMicrotasks();
      expect(app.answers("a")).toHaveLength(1);
      expect(app.store.getSnapshot().queue("s1")).toMatchObject([{ toolCallId: "a", input: { preview: { kind: "second" } } }]);
      app.store.endSession("s1");
      await settleMicrotasks();
      expect([app.answers("a").length, app.keys(DATASETS)]).toEqual([2, []]);
    });
  });

  it("of a call that was proposed to the store is that call: one entry, one question, one answer", async () => {
    const app = agent();
    const apply = vi.fn<() => undefined>(() => undefined);
    app.store.registerHandler("add_dataset_examples", { apply });
    app.store.propose({ toolCallId: "a", toolName: "add_dataset_examples", input: { examples: [] } });
    const shown = app.agentStore.getState()[DATASETS]["a"];
    const entry = bind(app, "a");
    const accept = vi.spyOn(entry, "accept");
    app.set(DATASETS, "a", entry);
    expect(app.agentStore.getState()[DATASETS]).toEqual({ a: entry });
    expect(app.store.getSnapshot().pending).toHaveLength(1);
    await shown?.accept?.();
    expect(accept).not.toHaveBeenCalled();
    app.store.accept("a");
    await settleMicrotasks();
    expect([accept.mock.calls.length, apply.mock.calls.length, app.sent.length]).toEqual([1, 0, 1]);
  });

  it("of a call that was proposed to the store stands in its own map alone", () => {
    const app = agent();
    app.store.propose({ toolCallId: "a", toolName: "save_prompt", input: {} }, { handler: { apply: () => undefined } });
    app.set(DATASETS, "a", bind(app, "a"));
    expect([app.keys("pendingSavePromptsByToolCallId"), app.keys(DATASETS)]).toEqual([[], ["a"]]);
  });

  it("may be set, decided and taken away inside listeners and callbacks of the store", async () => {
    const app = agent();
    app.store.registerHandler("save_prompt", {
      apply: () => {
        const entry = bind(app, "inner", { cancels: true });
        app.set(DATASETS, "inner", entry);
        expect(app.agentStore.getState()[DATASETS]["inner"]).toBe(entry);
        void entry.accept();
        expect(app.keys(DATASETS)).toEqual([]);
        app.set(DATASETS, "kept", bind(app, "kept"));
      },
    });
    const stop = app.store.on("pending", ({ toolCallId }) => {
      if (toolCallId === "kept") app.store.reject("kept");
    });
    app.store.propose({ toolCallId: "outer", toolName: "save_prompt", input: {} });
    app.store.accept("outer");
    await settleMicrotasks();
    stop();
    expect(app.sent.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(["inner", "kept", "outer"]);
    expect(app.keys(DATASETS)).toEqual([]);
    expect(app.store.getSnapshot().pending).toEqual([]);
  });

  it("that is decided in the very news of it is not shown any more", async () => {
    for (const by of ["accept", "reject"] as const) {
      const app = agent();
      const entry = bind(app, "a");
      app.store.on("pending", () => void entry[by]());
      app.set(DATASETS, "a", entry);
      await settleMicrotasks();
      expect([app.keys(DATASETS), app.sent.length, app.store.getSnapshot().pending]).toEqual([[], 1, []]);
    }
  });

  it("that the app answers while the ledger ends a whole session is answered once", async () => {
    const app = agent();
    const entries = ["a", "b"].map((id) => bind(app, id, { sessionId: "s1" }));
    for (const entry of entries) app.set(DATASETS, entry.toolCallId, entry);
    const stop = app.agentStore.subscribe(() => {
      stop();
      void entries[1]?.accept();
    });
    app.store.endSession("s1");
    await settleMicrotasks();
    expect(app.sent.map(({ toolCallId }) => toolCallId)).toEqual(["a", "b"]);
  });

  it("works on when the store is disposed of, as in a plain slice", async () => {
    const app = agent();
    app.store.dispose();
    const entry = bind(app, "a");
    app.set(DATASETS, "a", entry);
    expect(app.agentStore.getState()[DATASETS]["a"]).toBe(entry);
    await entry.accept();
    expect([app.keys(DATASETS), app.sent.length]).toEqual([[], 1]);
    expect(() => app.agentStore.getState().clearSessionEphemeralState("s1")).not.toThrow();
    app.agentStore.getState().setPermissions({ edits: "bypass" });
    expect(app.agentStore.getState().permissions.edits).toBe("manual");
  });

  it("is answered once when the core is lost: by the app that is answering it, by its own cancel, or by the ledger", async () => {
    const app = agent();
    const answering = bind(app, "answering");
    app.set(DATASETS, "answering", answering);
    app.set(DATASETS, "cancels", bind(app, "cancels", { cancels: true }));
    app.set(DATASETS, "plain", bind(app, "plain"));
    vi.spyOn(Core.prototype, "step").mockImplementationOnce(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
    await answering.accept();
    await settleMicrotasks();
    expect(app.keys(DATASETS)).toEqual([]);
    expect(app.sent).toHaveLength(3);
    expect(app.answers("answering")).toMatchObject([{ output: { status: "accepted" } }]);
    expect(app.answers("cancels")).toMatchObject([{ errorText: "CANCELLED" }]);
    expect(app.answers("plain")).toMatchObject([{ state: "output-error" }]);
  });

  it("is not answered by another handler after a reload, until the app sets it again", async () => {
    const before = agent();
    before.set(DATASETS, "a", bind(before, "a"));
    const after = agent();
    const apply = vi.fn<() => undefined>(() => undefined);
    after.store.registerHandler("add_dataset_examples", { apply });
    after.store.hydrate(before.store.dehydrate());
    expect(after.store.accept("a")).toMatchObject({ result: "refused", code: "handler_missing" });
    const entry = bind(after, "a");
    after.set(DATASETS, "a", entry);
    expect(after.agentStore.getState()[DATASETS]).toEqual({ a: entry });
    after.store.accept("a");
    await settleMicrotasks();
    expect(apply).not.toHaveBeenCalled();
    expect(after.sent).toMatchObject([{ output: { status: "accepted" } }]);
  });

  it("can have any name for its id", async () => {
    for (const id of ["__proto__", "constructor", "toString", ""]) {
      const app = agent();
      const entry = bind(app, id);
      app.set(DATASETS, id, entry);
      expect(app.keys(DATASETS)).toEqual([id]);
      expect(app.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual([id]);
      await entry.reject();
      expect([app.keys(DATASETS), app.sent.length, app.store.getSnapshot().pending]).toEqual([[], 1, []]);
      app.agentStore.getState().markToolCallInterrupted(id);
      expect(Object.keys(app.agentStore.getState().locallyInterruptedToolCallIds)).toEqual([id]);
    }
  });
});

describe("clearing a session", () => {
  it("cancels a call that came into it with an entry that took another's place", () => {
    const app = agent();
    app.set(DATASETS, "a", bind(app, "a"));
    app.set(DATASETS, "a", bind(app, "a", { sessionId: "s1" }));
    app.agentStore.getState().clearSessionEphemeralState("s1");
    expect([app.keys(DATASETS), app.answers("a").length]).toEqual([[], 1]);
  });

  // In the original its calls stay, unanswered (defect 6).
  it("answers its calls, and those that still arrive, but for the draft, which begins anew", async () => {
    const app = agent();
    const { clearSessionEphemeralState } = app.agentStore.getState();
    for (const session of ["s1", "pxi:draft-session"]) {
      app.set(DATASETS, `open ${session}`, bind(app, `open ${session}`, { sessionId: session }));
      clearSessionEphemeralState(session);
      app.set(DATASETS, `late ${session}`, bind(app, `late ${session}`, { sessionId: session }));
    }
    expect(app.sent.map(({ toolCallId }) => toolCallId)).toEqual(["open s1", "late s1", "open pxi:draft-session"]);
    expect(app.keys(DATASETS)).toEqual(["late pxi:draft-session"]);
  });
});
