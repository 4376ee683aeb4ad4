import { createApprovalStore, type ApprovalStore } from "countersign";
import { describe, expect, it, vi } from "vitest";
import { deferred, harness, settleMicrotasks, TOOL } from "./harness.ts";

/** A store that has just been made on a new page, from what another one left. */
function reload(store: ApprovalStore, options: Parameters<typeof harness>[1] = {}): ReturnType<typeof harness> {
  const made = harness({}, options);
  made.store.hydrate(store.dehydrate());
  return made;
}

describe("a stored state", () => {
  it("brings back what waited, as it was shown, in its order and its session", () => {
    const { store } = harness();
    for (const id of ["b", "a"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } }, { sessionId: "s" });
    store.edit("a", { line: "edited" });
    const { store: restored } = reload(store);
    expect(restored.getSnapshot().queue("s")).toMatchObject([
      { toolCallId: "b", proposed: { line: "b" }, input: { line: "b" }, preview: { before: "old line", after: "b" } },
      { toolCallId: "a", edited: true, input: { line: "edited" }, preview: { after: "edited" } },
    ]);
    expect(restored.dehydrate()).toBe(store.dehydrate());
  });

  it("can be rejected at once, and accepted when a handler is back", () => {
    const { store } = harness();
    for (const id of ["a", "b"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } });
    const onOutput = vi.fn<() => void>();
    const bare = createApprovalStore({ onOutput });
    bare.hydrate(store.dehydrate());
    expect(bare.reject("a")).toMatchObject({ result: "settled", outcome: { status: "rejected" } });
    expect(bare.accept("b")).toMatchObject({ result: "refused", code: "handler_missing" });
    const apply = vi.fn<() => undefined>(() => undefined);
    bare.registerHandler(TOOL, { readRevision: () => "r1", apply });
    expect(bare.accept("b")).toMatchObject({ result: "settled", outcome: { status: "accepted" } });
    expect(apply).toHaveBeenCalledWith({ line: "b" }, expect.anything());
    expect(onOutput).toHaveBeenCalledTimes(2);
  });

  it("is checked against the live revision at accept, like any other", () => {
    const { store } = harness();
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const made = reload(store);
    made.document.revision = 2;
    expect(made.store.accept("a")).toMatchObject({ outcome: { status: "stale", expectedRevision: "r1", liveRevision: "r2" } });
  });

  it("is never accepted by the mode or a policy of the new page", () => {
    const { store } = harness();
    store.propose({ toolCallId: "waiting", toolName: TOOL, input: { line: "a" } });
    const unchecked = harness({ validate: () => new Promise<never>(() => undefined) });
    unchecked.propose("checking");
    const made = reload(store, { editPermission: "bypass" });
    made.store.hydrate(unchecked.store.dehydrate());
    expect([...made.store.getSnapshot().approvals.values()].map(({ status }) => status)).toEqual(["pending", "pending"]);
    expect(made.document.writes).toBe(0);
  });

  it("waits for the handler of a call that was still being checked, for as long as it is told", async () => {
    vi.useFakeTimers();
    const { store } = harness({ validate: () => new Promise<never>(() => undefined) });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const state = store.dehydrate();
    const [patient, hasty] = [createApprovalStore({ onOutput: () => undefined }), createApprovalStore({ onOutput: () => undefined })];
    patient.hydrate(state, { waitForHandlerMs: 1000 });
    hasty.hydrate(state);
    expect(hasty.getApproval("a")?.outcome).toMatchObject({ status: "invalid", code: "handler_missing" });
    patient.registerHandler(TOOL, { apply: () => undefined });
    await vi.advanceTimersByTimeAsync(1);
    expect(patient.getApproval("a")?.status).toBe("pending");
    vi.useRealTimers();
  });

  it("goes on with deadlines from where they were, and expires what had its time meanwhile", () => {
    vi.useFakeTimers({ now: 0 });
    const { store } = harness({}, { deadlineMs: 60_000 });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const state = store.dehydrate();
    vi.setSystemTime(30_000);
    const soon = harness();
    soon.store.hydrate(state);
    expect(soon.store.getApproval("a")).toMatchObject({ status: "pending", expiresAt: 60_000 });
    vi.advanceTimersByTime(30_000);
    expect(soon.store.getApproval("a")?.outcome).toEqual({ status: "expired" });
    const late = harness();
    late.store.hydrate(state);
    expect(late.answers("a")).toMatchObject([{ state: "output-error" }]);
    vi.useRealTimers();
  });

  it("answers a write that ran as interrupted, and puts back a call of which nothing was written", () => {
    const forEver = (): Promise<never> => new Promise<never>(() => undefined);
    const writing = harness({ apply: forEver });
    writing.propose("writing");
    writing.store.accept("writing");
    const readRevision = vi.fn<() => string | Promise<string>>(() => "r1");
    const reading = harness({ readRevision });
    reading.propose("reading");
    readRevision.mockImplementation(forEver);
    reading.store.accept("reading");
    const made = reload(writing.store);
    made.store.hydrate(reading.store.dehydrate());
    expect(made.store.getApproval("writing")?.outcome).toMatchObject({ status: "failed", code: "interrupted" });
    expect(made.answers("writing")).toHaveLength(1);
    expect(made.store.getApproval("reading")?.status).toBe("pending");
    expect(made.store.accept("reading")).toMatchObject({ outcome: { status: "accepted" } });
  });

  it("keeps answers: delivered ones are not sent again, and others wait for redeliver", async () => {
    const never = deferred<undefined>();
    const { store, sent, propose } = harness({}, {});
    propose("delivered");
    store.reject("delivered", { comment: "no" });
    const slow = harness({}, { onOutput: () => never.promise });
    slow.propose("on its way");
    slow.store.reject("on its way");
    await settleMicrotasks();
    expect(sent).toHaveLength(1);
    const made = reload(store);
    made.store.hydrate(slow.store.dehydrate());
    expect(made.sent).toEqual([]);
    expect(made.store.getApproval("delivered")).toMatchObject({ status: "rejected", delivery: "delivered", outcome: { comment: "no" }, sent: sent[0] });
    expect(made.store.getApproval("on its way")).toMatchObject({ delivery: "undelivered" });
    made.store.redeliver();
    await settleMicrotasks();
    expect(made.sent.map(({ toolCallId }) => toolCallId)).toEqual(["on its way"]);
  });

  it("does not turn an answer back into a question, and lets one end a question", async () => {
    const { store } = harness();
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } }, { sessionId: "s" });
    const asked = store.dehydrate();
    store.reject("a");
    await settleMicrotasks();
    const answered = store.dehydrate();
    store.hydrate(asked);
    expect(store.getApproval("a")?.status).toBe("rejected");
    const made = harness();
    made.store.hydrate(asked);
    const settled = made.store.whenSettled("a");
    const sessions: string[] = [];
    made.store.on("sessionSettled", (sessionId) => sessions.push(sessionId));
    made.store.hydrate(answered);
    await expect(settled).resolves.toEqual({ status: "rejected" });
    expect(made.store.getSnapshot().pending).toEqual([]);
    expect(made.sent).toEqual([]);
    expect(sessions).toEqual(["s"]);
  });

  it("waits for an owner that is long in opening, and ends with it when it closes", async () => {
    const { store } = harness({ ownerKey: () => "editor" });
    const release = store.acquireOwner("editor");
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const state = store.dehydrate();
    release();
    vi.useFakeTimers();
    const made = harness();
    made.store.hydrate(state);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made.store.getApproval("a")?.status).toBe("pending");
    const close = made.store.acquireOwner("editor");
    close();
    await vi.advanceTimersByTimeAsync(1);
    expect(made.store.getApproval("a")?.outcome).toEqual({ status: "cancelled", reason: "owner_gone" });
    vi.useRealTimers();
  });

  it("keeps what was stopped, and neither the mode nor the grants", () => {
    const { store } = harness({}, { editPermission: "bypass" });
    store.grant({ toolName: TOOL, input: { line: "x" } });
    store.endSession("s");
    const made = reload(store);
    made.store.propose({ toolCallId: "late", toolName: TOOL, input: { line: "x" } }, { sessionId: "s" });
    expect(made.store.getApproval("late")?.outcome).toEqual({ status: "cancelled", reason: "session_ended" });
    expect(made.store.getSnapshot()).toMatchObject({ editPermission: "manual", grants: [] });
  });

  it("is told to have changed when a turn or a session is stopped in which nothing is open", () => {
    const { store } = harness();
    let kept = store.dehydrate();
    store.subscribe(() => {
      kept = store.dehydrate();
    });
    store.abortTurn("s");
    store.endSession("t");
    const made = harness();
    made.store.hydrate(kept);
    for (const sessionId of ["s", "t"]) made.store.propose({ toolCallId: sessionId, toolName: TOOL, input: { line: "x" } }, { sessionId });
    expect(["s", "t"].map((id) => made.store.getApproval(id)?.status)).toEqual(["cancelled", "cancelled"]);
    store.beginTurn("s");
    const again = harness();
    again.store.hydrate(kept);
    again.store.propose({ toolCallId: "s", toolName: TOOL, input: { line: "x" } }, { sessionId: "s" });
    expect(again.store.getApproval("s")?.status).toBe("pending");
  });

  it("keeps what a later version wrote beside it", () => {
    const { store } = harness();
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const written = JSON.parse(store.dehydrate()) as { core: string };
    const core = JSON.parse(written.core) as { calls: object[] };
    const later = JSON.stringify({
      ...written,
      theme: { dark: true },
      core: JSON.stringify({ ...core, huge: "HUGE", calls: core.calls.map((call) => Object.assign(call, { priority: [1] })) }).replace('"HUGE"', "9007199254740993"),
    });
    const made = harness();
    made.store.hydrate(later);
    const again = JSON.parse(made.store.dehydrate()) as { core: string };
    expect(again).toMatchObject({ theme: { dark: true } });
    expect(again.core).toContain('"priority":[1]');
    expect(again.core).toContain('"huge":9007199254740993');
  });

  it("that is malformed is refused with an error, and nothing of it is loaded", () => {
    const { store } = harness();
    for (const id of ["a", "b"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } });
    const good = store.dehydrate();
    const parsed = JSON.parse(good) as { version: number; core: string; previews: { preview: object }[] };
    const core = JSON.parse(parsed.core) as { calls: { status: string }[] };
    const broken: readonly unknown[] = [
      "",
      "null",
      "[]",
      good.slice(0, -1),
      undefined,
      7,
      JSON.stringify({ ...parsed, version: 2 }),
      JSON.stringify({ ...parsed, core: "{}" }),
      JSON.stringify({ ...parsed, core: parsed.core.slice(1) }),
      JSON.stringify({ ...parsed, previews: [{ ...parsed.previews[0], preview: { before: 1, after: "x" } }] }),
      JSON.stringify({ ...parsed, previews: [null] }),
      JSON.stringify({ ...parsed, core: JSON.stringify({ ...core, calls: [core.calls[0], { ...core.calls[1], status: "done" }] }) }),
    ];
    const made = harness();
    for (const wrong of broken) {
      expect(() => made.store.hydrate(wrong as string)).toThrow(expect.objectContaining({ code: "invalid_state" }) as Error);
    }
    expect(made.store.getSnapshot().approvals.size).toBe(0);
    made.store.hydrate(good);
    expect(made.store.getSnapshot().pending).toHaveLength(2);
  });

  it("applies what the core has kept, whatever a tampered preview shows", () => {
    const { store } = harness();
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "a" } });
    const parsed = JSON.parse(store.dehydrate()) as { previews: { preview: object; input?: object }[] };
    const tampered = { ...parsed, previews: parsed.previews.map((kept) => Object.assign(kept, { input: { line: "evil" } })) };
    const made = harness();
    made.store.hydrate(JSON.stringify(tampered));
    made.store.accept("a");
    expect(made.document.text).toBe("a");
  });
});
