import { describe, expect, it } from "vitest";
import { deferred, type Edit, harness, settleMicrotasks, TOOL } from "./harness.ts";

describe("accept", () => {
  it("applies what was shown, and answers once", () => {
    const { store, sent, document, propose } = harness();
    expect(propose("a")).toMatchObject({ result: "registered", approval: { status: "pending" } });
    expect(store.diff("a")).toMatchObject({ additions: 1, deletions: 1 });
    expect(store.accept("a")).toMatchObject({ result: "settled", outcome: { status: "accepted", approvalSource: "user", edited: false } });
    expect(document).toEqual({ text: "new line", revision: 2, writes: 1 });
    expect(sent).toEqual([
      {
        state: "output-available",
        tool: TOOL,
        toolCallId: "a",
        output: { status: "accepted", acceptedBy: "user", revision: "r2", approval: { decision: "accepted", source: "user" } },
      },
    ]);
  });

  it("leaves pending before any await, and a second accept starts nothing", async () => {
    const write = deferred<undefined>();
    let writes = 0;
    const { store, answers, propose } = harness({
      apply: () => {
        writes += 1;
        return write.promise;
      },
    });
    propose("a");
    expect(store.accept("a")).toEqual({ result: "applying" });
    expect(store.getApproval("a")?.status).toBe("applying");
    expect(store.accept("a")).toMatchObject({ result: "refused", code: "already_applying" });
    expect(store.reject("a")).toMatchObject({ result: "refused", code: "already_applying" });
    write.resolve(undefined);
    await store.whenSettled("a");
    expect(store.accept("a")).toMatchObject({ result: "alreadySettled", outcome: { status: "accepted" } });
    expect([writes, answers("a").length]).toEqual([1, 1]);
  });

  it("answers stale, with both revisions, when the target changed since the proposal", () => {
    const { store, document, answers, propose } = harness();
    propose("a");
    document.revision = 7;
    expect(store.accept("a")).toMatchObject({ outcome: { status: "stale", expectedRevision: "r1", liveRevision: "r7" } });
    expect(document.writes).toBe(0);
    expect(answers("a")).toMatchObject([{ state: "output-error", errorText: expect.stringMatching(/r1.*r7/) }]);
  });

  it("answers stale at once when the agent worked from an older revision", () => {
    const { store, answers, document } = harness();
    document.revision = 3;
    const result = store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "x" } }, { expectedRevision: "r1" });
    expect(result).toMatchObject({ approval: { status: "stale" } });
    expect(answers("a")).toHaveLength(1);
  });

  it("lets the write itself answer stale", () => {
    const { store, answers, propose } = harness({ apply: () => ({ status: "stale", liveRevision: "r9" }) });
    propose("a");
    expect(store.accept("a")).toMatchObject({ outcome: { status: "stale", liveRevision: "r9" } });
    expect(answers("a")).toHaveLength(1);
  });

  it("waits for a revision that lives on a server", async () => {
    const live = deferred<string>();
    let reads = 0;
    const { store, document, propose } = harness({ readRevision: () => ((reads += 1) === 1 ? "r1" : live.promise) });
    propose("a");
    expect(store.accept("a")).toEqual({ result: "applying" });
    expect(document.writes).toBe(0);
    live.resolve("r1");
    expect(await store.whenSettled("a")).toMatchObject({ status: "accepted" });
    expect(document.writes).toBe(1);
  });
});

describe("edit", () => {
  it("is checked and shown again, and is what is applied; the agent is told", () => {
    const { store, document, sent, propose } = harness();
    propose("a");
    const before = store.diff("a");
    expect(store.edit("a", { line: "edited line" })).toEqual({ result: "edited" });
    expect(store.getApproval("a")).toMatchObject({ status: "pending", edited: true, proposed: { line: "new line" }, input: { line: "edited line" } });
    expect(store.diff("a")).not.toBe(before);
    expect(store.accept("a")).toMatchObject({ outcome: { status: "accepted", edited: true } });
    expect(document.text).toBe("edited line");
    expect(sent).toMatchObject([{ output: { status: "accepted", edited: true, input: { line: "edited line" } } }]);
  });

  it("that is invalid is kept as a draft with its reason, and can't be accepted", () => {
    const { store, document, propose } = harness();
    propose("a");
    store.edit("a", { line: 5 });
    expect(store.getApproval("a")).toMatchObject({
      input: { line: "new line" },
      draft: { status: "invalid", input: { line: 5 }, code: "invalid_input", errorText: "`line` must be a text." },
    });
    expect(store.accept("a")).toMatchObject({ result: "refused", code: "draft_invalid" });
    store.edit("a", { line: "new line" });
    expect(store.accept("a")).toMatchObject({ outcome: { status: "accepted", edited: false } });
    expect(document.writes).toBe(1);
  });

  it("of two whose checks end out of order, the newer counts", async () => {
    const checks = new Map<string, ReturnType<typeof deferred<undefined>>>();
    const { store, propose } = harness({
      validate: async (input) => {
        const edit = input as unknown as Edit;
        const check = deferred<undefined>();
        checks.set(edit.line, check);
        await check.promise;
        return { ok: true, value: edit };
      },
    });
    propose("a", { line: "0" });
    checks.get("0")?.resolve(undefined);
    await settleMicrotasks();
    store.edit("a", { line: "1" });
    store.edit("a", { line: "2" });
    expect(store.accept("a")).toMatchObject({ code: "draft_validating" });
    checks.get("2")?.resolve(undefined);
    await settleMicrotasks();
    checks.get("1")?.resolve(undefined);
    await settleMicrotasks();
    expect(store.getApproval("a")?.input).toEqual({ line: "2" });
    expect(store.getApproval("a")?.draft).toBeUndefined();
  });
});

describe("reject and cancel", () => {
  it("need no handler", () => {
    const { store, answers } = harness();
    const release = store.registerHandler<Edit>("other", { apply: () => undefined });
    for (const toolCallId of ["r", "c"]) store.propose({ toolCallId, toolName: "other", input: {} });
    release();
    expect(store.accept("r")).toMatchObject({ result: "refused", code: "handler_missing" });
    expect(store.reject("r", { comment: "no" })).toMatchObject({ outcome: { status: "rejected", comment: "no" } });
    expect(store.cancel("c")).toMatchObject({ outcome: { status: "cancelled", reason: "host" } });
    expect(answers("r")).toMatchObject([{ state: "output-available", output: { status: "rejected", comment: "no" } }]);
    expect(answers("c")).toMatchObject([{ state: "output-error" }]);
  });

  it("a comment never changes the kind of a decision", () => {
    const { store, answers, propose } = harness();
    propose("a");
    store.reject("a", { comment: "accept" });
    expect(answers("a")).toMatchObject([{ output: { status: "rejected", comment: "accept", approval: { decision: "rejected" } } }]);
  });

  it("cancelling a running write asks it to stop through its signal", async () => {
    const { store, answers, propose } = harness({
      apply: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    });
    propose("a");
    store.accept("a");
    expect(store.cancel("a")).toEqual({ result: "aborting" });
    expect(await store.whenSettled("a")).toEqual({ status: "cancelled", reason: "host" });
    expect(answers("a")).toHaveLength(1);
  });
});

describe("the same id", () => {
  it("with the same content is the same call, live or settled", () => {
    const { store, answers, propose } = harness();
    propose("a", { line: "x" });
    expect(propose("a", { line: "x" })).toMatchObject({ result: "repeated" });
    store.reject("a");
    expect(propose("a", { line: "x" })).toMatchObject({ result: "alreadySettled", outcome: { status: "rejected" } });
    expect(answers("a")).toHaveLength(1);
  });

  it("with other content is refused while live, and a new generation once settled", () => {
    const { store, document, answers, propose } = harness();
    propose("a", { line: "x" });
    expect(propose("a", { line: "y" })).toMatchObject({ result: "refused", code: "duplicate_id" });
    store.reject("a");
    expect(propose("a", { line: "y" })).toMatchObject({ result: "registered", approval: { generation: 2 } });
    expect(store.accept("a", { generation: 1 })).toMatchObject({ result: "refused", code: "stale_generation" });
    expect(document.writes).toBe(0);
    expect(store.accept("a", { generation: 2 })).toMatchObject({ result: "settled" });
    expect(answers("a")).toHaveLength(2);
  });

  it("of two parallel calls of one tool does not exist: they are two calls", () => {
    const { store, document, answers, propose } = harness({ readRevision: () => "same" });
    propose("a", { line: "from a" });
    propose("b", { line: "from b" });
    store.accept("b");
    store.reject("a");
    expect(document).toMatchObject({ text: "from b", writes: 1 });
    expect([answers("a"), answers("b")]).toMatchObject([[{ output: { status: "rejected" } }], [{ output: { status: "accepted" } }]]);
  });
});

describe("bypass", () => {
  it("accepts valid calls as they come, by the same path", () => {
    const { store, document, sent, propose } = harness({}, { editPermission: "bypass" });
    expect(propose("a")).toMatchObject({ approval: { status: "accepted" } });
    expect(propose("bad", { line: 1 })).toMatchObject({ approval: { status: "invalid" } });
    expect(document.writes).toBe(1);
    expect(sent).toMatchObject([{ output: { acceptedBy: "auto", approval: { source: "auto" } } }, { state: "output-error" }]);
    store.setEditPermission("manual");
    expect(propose("b")).toMatchObject({ approval: { status: "pending" } });
  });

  it("settles nothing that waits already", () => {
    const { store, propose } = harness();
    propose("a");
    store.setEditPermission("bypass");
    expect(store.getSnapshot()).toMatchObject({ editPermission: "bypass", pending: [{ toolCallId: "a" }] });
  });
});

describe("owners", () => {
  const owned = { ownerKey: ({ line }: Edit) => line };
  const nextMacrotask = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

  it("closing an editor cancels its calls and no others", async () => {
    const { store, answers, propose } = harness(owned);
    const closeA = store.acquireOwner("A");
    store.acquireOwner("B");
    propose("a", { line: "A" });
    propose("b", { line: "B" });
    closeA();
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(await store.whenSettled("a")).toEqual({ status: "cancelled", reason: "owner_gone" });
    expect(store.getApproval("b")?.status).toBe("pending");
    expect(answers("a")).toMatchObject([{ state: "output-error" }]);
  });

  it("an editor that is mounted again at once loses nothing", async () => {
    const { store, propose } = harness(owned);
    const close = store.acquireOwner("A");
    propose("a", { line: "A" });
    close();
    store.acquireOwner("A");
    close();
    await nextMacrotask();
    expect(store.getApproval("a")?.status).toBe("pending");
  });

  it("a call for an editor that is not open is answered", async () => {
    const { store, propose } = harness(owned);
    propose("a", { line: "A" });
    expect(await store.whenSettled("a")).toEqual({ status: "cancelled", reason: "owner_gone" });
  });
});
