import type { CallSender, ToolOutput } from "countersign";
import { describe, expect, it, vi } from "vitest";
import { deferred, harness, settleMicrotasks, TOOL } from "./harness.ts";

const call = (toolCallId: string, toolName = TOOL) => ({ toolCallId, toolName, input: { line: toolCallId } });

describe("a handler of one call's own", () => {
  it("checks, shows and writes that call, whatever is registered for its tool", () => {
    const { store, document, sent } = harness();
    const apply = vi.fn<(input: unknown) => { status: "applied"; output: string }>(() => ({ status: "applied", output: "by its own" }));
    for (const toolName of [TOOL, "a tool that nobody has"]) {
      store.propose(call(toolName, toolName), { handler: { preview: () => ({ before: "own", after: "preview" }), apply } });
      expect(store.getApproval(toolName)).toMatchObject({ status: "pending", preview: { before: "own" } });
      store.accept(toolName);
    }
    store.propose(call("b"));
    store.accept("b");
    expect(apply.mock.calls.map(([input]) => input)).toEqual([{ line: TOOL }, { line: "a tool that nobody has" }]);
    expect([document.writes, sent.length]).toEqual([1, 3]);
  });

  it("is read for its revision at accept", () => {
    const { store, document } = harness();
    let revision = "own 1";
    store.propose(call("a"), { handler: { readRevision: () => revision, apply: () => undefined } });
    revision = "own 2";
    expect(store.accept("a")).toMatchObject({ outcome: { status: "stale", liveRevision: "own 2" } });
    expect(document.writes).toBe(0);
  });

  it("words that call's answers, also where it ends at once, and nobody else does", () => {
    const { store, sent } = harness({ toOutput: () => ({ state: "output-error", errorText: "the tool's words" }) });
    const own = { apply: () => undefined, toOutput: () => ({ state: "output-available", output: "its own words" }) as const };
    store.endSession("over");
    store.propose(call("a"), { handler: own });
    store.reject("a");
    store.propose(call("born cancelled"), { handler: own, sessionId: "over" });
    store.propose(call("plain"), { handler: { apply: () => undefined } });
    store.reject("plain");
    store.propose(call("the tool's"));
    store.reject("the tool's");
    expect(sent).toMatchObject([
      { toolCallId: "a", output: "its own words" },
      { toolCallId: "born cancelled", output: "its own words" },
      { toolCallId: "plain", output: { status: "rejected" } },
      { toolCallId: "the tool's", errorText: "the tool's words" },
    ]);
  });

  it("makes an input of a part of what that call shows", () => {
    const { store } = harness({ fromDisplay: () => ({ line: "the tool's part" }) });
    const preview = { before: "a\n", after: "b\n" };
    const written: unknown[] = [];
    const own = { preview: () => preview, fromDisplay: (after: string) => ({ line: `its own ${after}` }), apply: (input: unknown) => void written.push(input) };
    store.propose(call("a"), { handler: own });
    store.editHunks("a", [0]);
    store.accept("a");
    expect(written).toEqual([{ line: "its own b\n" }]);
    store.propose(call("whole"), { handler: { preview: () => preview, apply: () => undefined } });
    expect(store.editHunks("whole", [0])).toMatchObject({ result: "refused", code: "not_divisible" });
  });

  it("is the newest one when the same call is proposed again, and it ends with the call", () => {
    const { store, document } = harness();
    const used: string[] = [];
    const own = (name: string) => ({ handler: { apply: () => void used.push(name) } });
    store.propose(call("a"), own("first"));
    expect(store.propose(call("a"), own("second")).result).toBe("repeated");
    store.accept("a");
    store.propose({ ...call("a"), input: { line: "another question" } });
    store.accept("a");
    expect([used, document.text]).toEqual([["second"], "another question"]);
  });

  it("is missing after a reload, until the same call is proposed again", () => {
    const before = harness();
    before.store.propose(call("a"), { handler: { apply: () => undefined } });
    before.store.propose(call("b"));
    const after = harness();
    after.store.hydrate(before.store.dehydrate());
    expect(after.store.accept("a")).toMatchObject({ result: "refused", code: "handler_missing" });
    expect(after.store.accept("b").result).toBe("settled");
    // Also after one more reload.
    const last = harness();
    last.store.hydrate(after.store.dehydrate());
    expect(last.store.accept("a")).toMatchObject({ result: "refused", code: "handler_missing" });
    const apply = vi.fn<() => undefined>(() => undefined);
    last.store.propose(call("a"), { handler: { apply } });
    last.store.accept("a");
    expect([apply.mock.calls.length, last.document.writes, last.sent.length]).toEqual([1, 0, 1]);
  });

  it("needs a function `apply`", () => {
    const { store } = harness();
    expect(() => store.propose(call("a"), { handler: {} as never })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(() => store.propose(call("a"), { onOutput: "x" as never })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(store.getSnapshot().approvals.size).toBe(0);
  });
});

describe("a sender of one call's own", () => {
  it("takes that call's answer in place of the store's, which it can use", () => {
    const { store, sent } = harness();
    const taken: ToolOutput[] = [];
    const keep: CallSender = (output) => taken.push(output);
    store.propose(call("kept"), { onOutput: keep });
    store.propose(call("sent"), { onOutput: (output, send) => send({ ...output, tool: "renamed" }) });
    store.propose(call("plain"));
    for (const id of ["kept", "sent", "plain"]) store.reject(id);
    expect(taken).toMatchObject([{ toolCallId: "kept" }]);
    expect(sent).toMatchObject([{ toolCallId: "sent", tool: "renamed" }, { toolCallId: "plain", tool: TOOL }]);
    expect(store.getApproval("kept")).toMatchObject({ delivery: "delivered" });
  });

  it("gets every end: one that is born cancelled, one that is taken back, and the store's own end", async () => {
    const { store } = harness();
    const statuses: unknown[] = [];
    const onOutput: CallSender = ({ toolCallId }) => statuses.push(store.getApproval(toolCallId)?.outcome?.status);
    store.endSession("over");
    store.propose(call("born"), { onOutput, sessionId: "over" });
    store.propose(call("invalid", "nobody's"), { onOutput });
    store.propose(call("cancelled"), { onOutput });
    store.cancel("cancelled");
    store.propose(call("disposed"), { onOutput });
    store.dispose();
    await settleMicrotasks();
    expect(statuses).toEqual(["cancelled", "invalid", "cancelled", "cancelled"]);
  });

  it("that throws leaves the answer undelivered, and is asked again", async () => {
    const { store, sent } = harness();
    let broken = true;
    const onOutput: CallSender = async (output, send) => {
      if (broken) throw new Error("offline");
      return send(output);
    };
    store.propose(call("a"), { onOutput });
    store.reject("a");
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ delivery: "undelivered" });
    broken = false;
    store.redeliver();
    await settleMicrotasks();
    expect([store.getApproval("a"), sent.length]).toMatchObject([{ delivery: "delivered" }, 1]);
  });
});

describe("a call that is cancelled as answered elsewhere", () => {
  it("sends nothing, and counts as delivered", () => {
    const { store, sent } = harness();
    const own = vi.fn<CallSender>();
    store.propose(call("a"));
    store.propose(call("b"), { onOutput: own });
    for (const id of ["a", "b"]) expect(store.cancel(id, { answered: true })).toMatchObject({ result: "settled", outcome: { status: "cancelled", reason: "host" } });
    store.redeliver();
    expect([sent, own.mock.calls.length, store.getApproval("a")]).toMatchObject([[], 0, { delivery: "delivered" }]);
  });

  it("is silent for that use of its id alone", () => {
    const { store, sent } = harness();
    store.propose(call("a"));
    store.cancel("a", { answered: true });
    store.propose({ ...call("a"), input: { line: "again" } });
    store.reject("a");
    expect(sent).toMatchObject([{ output: { status: "rejected" } }]);
  });

  it("is not silent when it was not cancelled: an outdated decision, or one that comes too late", () => {
    const { store, sent } = harness();
    store.propose(call("a"));
    store.rebase("a");
    expect(store.cancel("a", { generation: 1, answered: true })).toMatchObject({ result: "refused", code: "stale_generation" });
    store.reject("a");
    expect(sent).toHaveLength(1);
    expect(store.cancel("a", { answered: true }).result).toBe("alreadySettled");
  });

  it("asks a running write to stop, whose end is silent then", async () => {
    const write = deferred<undefined>();
    const { store, sent } = harness({ apply: () => write.promise });
    store.propose(call("a"));
    store.accept("a");
    expect(store.cancel("a", { answered: true }).result).toBe("aborting");
    write.resolve(undefined);
    await settleMicrotasks();
    expect([store.getApproval("a")?.status, sent]).toEqual(["accepted", []]);
  });
});
