import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
// By path: the package lets nobody reach its core.
import { Core } from "../../node_modules/countersign/esm/core/glue.js";
import { deferred, type Edit, harness, settleMicrotasks, TOOL } from "./harness.ts";

/** The next step of the core traps, as it does where memory ends. */
function trapNext(): void {
  vi.spyOn(Core.prototype, "step").mockImplementationOnce(trap);
}

function trap(): never {
  throw new WebAssembly.RuntimeError("unreachable");
}

const lost = expect.objectContaining({ name: "CountersignError", code: "core_lost" }) as Error;

/** Whether it throws is another matter: if it does, then this. */
function mayBeLost(command: () => unknown): void {
  let thrown: unknown = lost;
  try {
    command();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toEqual(lost);
}

function expectLost(command: () => unknown): void {
  expect(command).toThrow(lost);
}

describe("when the core is lost", () => {
  it("every call that waits is answered once, as cancelled", async () => {
    const check = deferred<undefined>();
    const made = harness({
      validate: async (input) => {
        const { line } = input as unknown as Edit;
        if (line === "slow") await check.promise;
        return { ok: true, value: { line } };
      },
    });
    const { store, sent, propose } = made;
    propose("pending", { line: "1" });
    propose("drafted", { line: "2" });
    propose("proposed", { line: "slow" });
    await settleMicrotasks();
    store.edit("drafted", { line: "slow" });
    trapNext();
    expectLost(() => store.reject("pending"));
    expect(sent.map(({ toolCallId, state }) => [toolCallId, state])).toEqual([
      ["pending", "output-error"],
      ["drafted", "output-error"],
      ["proposed", "output-error"],
    ]);
    for (const toolCallId of ["pending", "drafted", "proposed"]) {
      expect(await store.whenSettled(toolCallId)).toEqual({ status: "cancelled", reason: "core_lost" });
    }
    check.resolve(undefined);
    await settleMicrotasks();
    expect([sent.length, made.document.writes]).toEqual([3, 0]);
  });

  it.each([
    ["ends", (write: ReturnType<typeof deferred<undefined>>) => write.resolve(undefined)],
    ["fails", (write: ReturnType<typeof deferred<undefined>>) => write.reject(new Error("no"))],
  ])("a call that is being written is answered as failed, and its write that %s afterwards sends nothing more", async (_, end) => {
    const write = deferred<undefined>();
    let signal: AbortSignal | undefined;
    const { store, answers, propose } = harness({
      apply: (_, context) => {
        signal = context.signal;
        return write.promise;
      },
    });
    propose("writing");
    store.accept("writing");
    const settled = store.whenSettled("writing");
    trapNext();
    expectLost(() => propose("next"));
    expect(await settled).toMatchObject({ status: "failed", code: "core_lost" });
    expect(signal?.aborted).toBe(true);
    end(write);
    await settleMicrotasks();
    expect(answers("writing")).toMatchObject([{ state: "output-error", errorText: expect.stringContaining("Check whether the change is there") }]);
  });

  it("while a write reports its end, that write is answered as failed", async () => {
    const write = deferred<undefined>();
    const onError = vi.fn<(error: unknown) => void>();
    const { store, answers, propose } = harness({ apply: () => write.promise }, { onError });
    propose("a");
    store.accept("a");
    trapNext();
    write.resolve(undefined);
    await settleMicrotasks();
    expect(await store.whenSettled("a")).toMatchObject({ status: "failed", code: "core_lost" });
    expect(answers("a")).toHaveLength(1);
    expect(onError).toHaveBeenCalledWith(lost);
  });

  it("answers that were given before are not given again", () => {
    const { store, sent, propose } = harness();
    propose("a");
    propose("b");
    store.accept("a");
    trapNext();
    expectLost(() => store.cancel("b"));
    expect(sent.map(({ toolCallId }) => toolCallId)).toEqual(["a", "b"]);
    expect(store.getApproval("a")).toMatchObject({ status: "accepted" });
  });

  it("while several answers leave, those that have not left yet still do", async () => {
    const codes: unknown[] = [];
    const { store, sent, propose } = harness(
      {},
      {
        onOutput: (output) => {
          sent.push(output);
          if (output.toolCallId !== "a") return;
          store.reject("b");
          store.reject("c");
          trapNext();
          try {
            store.reject("d");
          } catch (thrown) {
            codes.push(thrown);
          }
        },
      },
    );
    for (const toolCallId of ["a", "b", "c", "d"]) propose(toolCallId, { line: toolCallId });
    store.reject("a");
    await settleMicrotasks();
    expect(codes).toEqual([lost]);
    expect(sent.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(["a", "b", "c", "d"]);
    expect(["b", "c", "d"].map((id) => store.getApproval(id)?.status)).toEqual(["rejected", "rejected", "cancelled"]);
  });

  it("a write that was about to start does not start", () => {
    const { store, document, answers, propose } = harness({
      readRevision: ({ line }) => {
        if (line === "trap" && store.getApproval("a")?.status === "applying") {
          trapNext();
          expectLost(() => propose("in between"));
        }
        return "r1";
      },
    });
    propose("a", { line: "trap" });
    mayBeLost(() => store.accept("a"));
    expect(document.writes).toBe(0);
    expect(answers("a")).toMatchObject([{ state: "output-error" }]);
  });

  it("every later command throws a named error, and changes nothing", () => {
    const { store, sent, propose } = harness();
    propose("a");
    trapNext();
    expectLost(() => store.present("a"));
    const snapshot = store.getSnapshot();
    const commands: (() => unknown)[] = [
      () => propose("b"),
      () => store.refuse({ toolCallId: "c", toolName: TOOL, input: {} }, "unknown_tool"),
      () => store.present("a"),
      () => store.edit("a", { line: "x" }),
      () => store.accept("a"),
      () => store.reject("a"),
      () => store.cancel("a"),
      () => store.redeliver(),
      () => store.acquireOwner("A"),
      () => store.setEditPermission("bypass"),
    ];
    for (const command of commands) expectLost(command);
    expect(store.getSnapshot()).toBe(snapshot);
    expect(sent).toHaveLength(1);
  });

  it("reads still work", () => {
    const { store, propose } = harness();
    propose("a");
    trapNext();
    expectLost(() => store.accept("a"));
    expect(store.getSnapshot()).toMatchObject({ editPermission: "manual", pending: [] });
    expect(store.getApproval("a")).toMatchObject({
      status: "cancelled",
      toolName: TOOL,
      proposed: { line: "new line" },
      input: { line: "new line" },
      preview: { before: "old line", after: "new line" },
    });
    expect(store.diff("a")).toMatchObject({ additions: 1, deletions: 1 });
  });

  it("listeners hear of each call that it settled, and of the whole once", () => {
    const { store, propose } = harness();
    propose("a", { line: "1" });
    propose("b", { line: "2" });
    const heard: string[] = [];
    store.on("settled", ({ toolCallId, status }) => heard.push(`${toolCallId} ${status}`));
    store.subscribe(() => heard.push(`${store.getSnapshot().pending.length} pending`));
    trapNext();
    expectLost(() => store.accept("a"));
    expect(heard).toEqual(["a cancelled", "b cancelled", "0 pending"]);
  });

  it("leases and registrations can be given back, and the store disposed of, in silence", () => {
    const { store, propose } = harness();
    const [close, unregister] = [store.acquireOwner("A"), store.registerHandler("t", { apply: () => undefined })];
    propose("a");
    trapNext();
    expectLost(() => store.accept("a"));
    close();
    unregister();
    store.dispose();
    store.dispose();
  });

  it("an answer that its sender refuses is shown as undelivered", async () => {
    const { store, propose } = harness({}, { onOutput: () => Promise.reject(new Error("offline")) });
    propose("a");
    trapNext();
    expectLost(() => store.accept("a"));
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ status: "cancelled", delivery: "undelivered" });
  });

  it("another store goes on", () => {
    const [one, other] = [harness(), harness()];
    one.propose("a");
    other.propose("a");
    trapNext();
    expectLost(() => one.store.accept("a"));
    expect(other.store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
    expect([one.answers("a"), other.answers("a")]).toMatchObject([[{ state: "output-error" }], [{ state: "output-available" }]]);
  });

  it("while the timer is set, the store fails closed as well", () => {
    const { store, answers, propose } = harness();
    propose("a");
    vi.spyOn(Core.prototype, "arm").mockImplementationOnce(trap);
    mayBeLost(() => propose("b", { line: "2" }));
    expect([answers("a").length, answers("b").length]).toEqual([1, 1]);
    expectLost(() => propose("c"));
    expect(store.getSnapshot().pending).toEqual([]);
  });
});

describe("when the core is lost in its own timer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("what waits is answered", () => {
    const { store, answers, propose } = harness({ ownerKey: ({ line }) => line }, { onError: () => undefined });
    const close = store.acquireOwner("A");
    propose("owned", { line: "A" });
    close();
    trapNext();
    mayBeLost(() => vi.advanceTimersByTime(100));
    expect(answers("owned")).toHaveLength(1);
    expect(store.getApproval("owned")?.outcome).toEqual({ status: "cancelled", reason: "core_lost" });
  });
});
