import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred, harness, settleMicrotasks, TOOL, watchUncaught } from "./harness.ts";

describe("sessions", () => {
  it("that end or are aborted cancel their calls, late ones too, and no others; each is answered once", () => {
    const { store, answers } = harness();
    const propose = (toolCallId: string, sessionId: string, turnId?: string) =>
      store.propose({ toolCallId, toolName: TOOL, input: { line: toolCallId } }, { sessionId, turnId });
    propose("a", "s", "1");
    propose("b", "s", "2");
    propose("c", "t");
    store.abortTurn("s", "1");
    propose("late", "s", "1");
    expect(["a", "b", "c", "late"].map((id) => store.getApproval(id)?.status)).toEqual(["cancelled", "pending", "pending", "cancelled"]);
    expect(store.getApproval("late")?.outcome).toEqual({ status: "cancelled", reason: "aborted" });
    store.endSession("s");
    propose("later", "s");
    expect(store.getApproval("b")?.outcome).toEqual({ status: "cancelled", reason: "session_ended" });
    expect(store.getApproval("later")?.outcome).toEqual({ status: "cancelled", reason: "session_ended" });
    expect(store.getApproval("c")?.status).toBe("pending");
    for (const id of ["a", "b", "late", "later"]) expect(answers(id)).toMatchObject([{ state: "output-error" }]);
  });

  it("have a queue in the order of proposal, whose head and positions follow decisions", () => {
    const { store } = harness();
    for (const id of ["a", "b", "c"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } }, { sessionId: "s" });
    store.propose({ toolCallId: "x", toolName: TOOL, input: { line: "x" } }, { sessionId: "t" });
    const ids = (): string[] => store.getSnapshot().queue("s").map(({ toolCallId }) => toolCallId);
    expect(ids()).toEqual(["a", "b", "c"]);
    expect(store.getSnapshot().queue("s")).toBe(store.getSnapshot().queue("s"));
    store.reject("b");
    expect(ids()).toEqual(["a", "c"]);
    expect(store.getSnapshot().queue("nobody")).toEqual([]);
  });

  it("may be decided from the head only", () => {
    const { store } = harness({}, { reviewOrder: "head_only" });
    for (const id of ["a", "b"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } }, { sessionId: "s" });
    expect(store.accept("b")).toMatchObject({ result: "refused", code: "not_head" });
    store.reject("a");
    expect(store.reject("b")).toMatchObject({ result: "settled" });
  });

  it("are told to be settled once, when nothing is open or being written", async () => {
    const write = deferred<undefined>();
    const { store } = harness({ apply: () => write.promise });
    const settled: string[] = [];
    store.on("sessionSettled", (sessionId) => settled.push(sessionId));
    for (const id of ["a", "b"]) store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } }, { sessionId: "s" });
    store.accept("a");
    store.reject("b");
    expect(settled).toEqual([]);
    write.resolve(undefined);
    await store.whenSettled("a");
    await settleMicrotasks();
    expect(settled).toEqual(["s"]);
  });
});

describe("a signal", () => {
  const propose = ({ store }: ReturnType<typeof harness>, signal: AbortSignal) =>
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "x" } }, { signal });

  it("that is aborted before the call cancels it before anything is checked or written", () => {
    const validate = vi.fn<() => never>();
    const made = harness({ validate }, { editPermission: "bypass" });
    propose(made, AbortSignal.abort());
    expect(validate).not.toHaveBeenCalled();
    expect(made.store.getApproval("a")?.outcome).toEqual({ status: "cancelled", reason: "aborted" });
    expect(made.answers("a")).toHaveLength(1);
  });

  it.each(["while it is checked", "while it waits", "while its revision is read"])("that is aborted %s cancels it", async (when) => {
    const [check, revision] = [deferred<undefined>(), deferred<string>()];
    let reads = 0;
    const made = harness({
      ...(when === "while it is checked" ? { preview: () => check.promise.then(() => ({ before: "", after: "" })) } : {}),
      readRevision: () => ((reads += 1) === 1 ? "r1" : revision.promise),
    });
    const controller = new AbortController();
    propose(made, controller.signal);
    if (when === "while its revision is read") made.store.accept("a");
    controller.abort();
    expect(made.store.getApproval("a")?.outcome).toEqual({ status: "cancelled", reason: "aborted" });
    check.resolve(undefined);
    revision.resolve("r1");
    await settleMicrotasks();
    expect([made.answers("a").length, made.document.writes]).toEqual([1, 0]);
  });

  it("that is aborted while it is written asks the write to stop", async () => {
    const made = harness({
      apply: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    });
    const controller = new AbortController();
    propose(made, controller.signal);
    made.store.accept("a");
    controller.abort();
    expect(await made.store.whenSettled("a")).toEqual({ status: "cancelled", reason: "aborted" });
  });

  it("that is aborted after the answer changes nothing, also for a later call of the id", () => {
    const made = harness();
    const controller = new AbortController();
    propose(made, controller.signal);
    made.store.reject("a");
    made.store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "again" } });
    controller.abort();
    expect(made.store.getApproval("a")).toMatchObject({ generation: 2, status: "pending" });
    expect(made.answers("a")).toHaveLength(1);
  });
});

describe("deadlines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("expire what nobody answered, by the store's time or the call's own, with one timer", async () => {
    const { store, answers } = harness({}, { deadlineMs: 60_000 });
    store.propose({ toolCallId: "long", toolName: TOOL, input: { line: "1" } });
    store.propose({ toolCallId: "short", toolName: TOOL, input: { line: "2" } }, { deadlineMs: 1_000 });
    expect(store.getApproval("short")?.expiresAt).toBe(Date.now() + 1_000);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([store.getApproval("short")?.status, store.getApproval("long")?.status]).toEqual(["expired", "pending"]);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(answers("long")).toMatchObject([{ state: "output-error", errorText: "Nothing was changed: nobody answered in time." }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("hold in a tab whose timers were throttled: a late accept writes nothing", () => {
    const { store, document } = harness({}, { deadlineMs: 1_000 });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "1" } });
    vi.setSystemTime(Date.now() + 5_000);
    expect(store.accept("a")).toMatchObject({ result: "alreadySettled", outcome: { status: "expired" } });
    expect(document.writes).toBe(0);
  });

  it("do not end a write that was accepted in time", async () => {
    const write = deferred<undefined>();
    const { store } = harness({ apply: () => write.promise }, { deadlineMs: 1_000 });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "1" } });
    store.accept("a");
    await vi.advanceTimersByTimeAsync(5_000);
    write.resolve(undefined);
    expect(await store.whenSettled("a")).toMatchObject({ status: "accepted" });
  });

  it("are longer than a timer can count", async () => {
    const { store } = harness({}, { deadlineMs: 3_000_000_000 });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "1" } });
    await vi.advanceTimersByTimeAsync(2_999_999_999);
    expect(store.getApproval("a")?.status).toBe("pending");
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getApproval("a")?.status).toBe("expired");
  });

  it("that are no numbers are refused", () => {
    const { store } = harness();
    for (const deadlineMs of [Number.NaN, -1, "5" as never]) {
      const propose = () => store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "1" } }, { deadlineMs });
      expect(propose).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
    }
  });
});

describe("bounds", () => {
  it("refuse more open calls than the store holds, with an answer, and push none out", () => {
    const { store, answers, propose } = harness({}, { maxOpen: 2 });
    propose("a", { line: "1" });
    propose("b", { line: "2" });
    propose("c", { line: "3" });
    expect(store.getApproval("c")?.outcome).toMatchObject({ status: "invalid", code: "queue_full" });
    expect(answers("c")).toHaveLength(1);
    expect(store.getSnapshot().pending).toHaveLength(2);
  });

  it("may be none", () => {
    const { store, propose } = harness({}, { maxOpen: Number.POSITIVE_INFINITY, maxSettled: Number.POSITIVE_INFINITY });
    for (let index = 0; index < 1_100; index += 1) {
      propose(`call-${index}`, { line: "x" });
      store.reject(`call-${index}`);
    }
    for (let index = 0; index < 10_001; index += 1) propose(`open-${index}`, { line: "x" });
    expect([store.getSnapshot().approvals.size, store.getSnapshot().pending.length]).toEqual([11_101, 10_001]);
  });

  it("forget answered calls by number, never open or undelivered ones", () => {
    let broken = true;
    const { store, propose } = harness(
      {},
      {
        maxSettled: 2,
        onOutput: ({ toolCallId }) => {
          if (broken && toolCallId === "kept") throw new Error("offline");
        },
      },
    );
    for (const id of ["kept", "1", "2", "3"]) {
      propose(id, { line: id });
      store.reject(id);
    }
    propose("open");
    expect([...store.getSnapshot().approvals.keys()]).toEqual(["kept", "2", "3", "open"]);
    expect(() => store.accept("1")).toThrow(expect.objectContaining({ code: "unknown_id" }) as Error);
    broken = false;
    store.redeliver();
    expect([...store.getSnapshot().approvals.keys()]).toEqual(["3", "kept", "open"].toSorted((a, b) => ["kept", "3", "open"].indexOf(a) - ["kept", "3", "open"].indexOf(b)));
  });

  it("still give the stored outcome to the decision or repetition that finds a call too old", () => {
    const decisions: ((store: ReturnType<typeof harness>["store"]) => unknown)[] = [
      (store) => store.accept("a"),
      (store) => store.reject("a"),
      (store) => store.cancel("a"),
      (store) => store.edit("a", {}),
      (store) => store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "new line" } }),
    ];
    for (const decide of decisions) {
      let now = 0;
      const { store, propose } = harness({}, { settledForMs: 1_000, now: () => now });
      propose("a");
      store.reject("a");
      now = 1_000;
      expect(decide(store)).toMatchObject({ result: "alreadySettled", outcome: { status: "rejected" } });
      expect(store.getApproval("a")).toBeUndefined();
    }
    let now = 0;
    const { store, propose } = harness({}, { settledForMs: 1_000, now: () => now });
    propose("a");
    store.reject("a");
    now = 1_000;
    const set = store.acceptAll(["a"]);
    expect(set.result === "decided" && set.decisions.get("a")).toMatchObject({ result: "alreadySettled", outcome: { status: "rejected" } });
  });

  it("let a signal be aborted between the answer to its call and the news of it", async () => {
    const controller = new AbortController();
    const { store } = harness(
      {},
      {
        maxSettled: 0,
        onOutput: ({ toolCallId }) => {
          if (toolCallId === "b") controller.abort();
        },
      },
    );
    // What a listener of a signal throws, nobody can catch.
    const uncaught = watchUncaught();
    for (const toolCallId of ["a", "b"]) {
      store.propose({ toolCallId, toolName: TOOL, input: { line: toolCallId } }, toolCallId === "a" ? { signal: controller.signal } : {});
      store.present(toolCallId);
    }
    store.rejectAll(["a", "b"]);
    expect(await uncaught()).toEqual([]);
    expect(controller.signal.aborted).toBe(true);
  });

  it("keep reports of a forgotten call from the next call with its id", async () => {
    const [check, write] = [deferred<undefined>(), deferred<undefined>()];
    const { store, document, answers } = harness(
      {
        preview: async ({ line }) => {
          if (line === "old") await check.promise;
          return { before: "", after: line };
        },
        apply: async ({ line }, { signal }) => {
          if (line === "slow") await write.promise;
          signal.throwIfAborted();
          document.text = line;
        },
      },
      { maxSettled: 0 },
    );
    const propose = (line: string) => store.propose({ toolCallId: "a", toolName: TOOL, input: { line } });
    propose("old");
    store.cancel("a");
    expect(store.getApproval("a")).toBeUndefined();
    propose("slow");
    check.resolve(undefined);
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ status: "pending", input: { line: "slow" }, preview: { after: "slow" } });
    store.accept("a");
    store.cancel("a");
    write.resolve(undefined);
    await settleMicrotasks();
    expect(answers("a")).toHaveLength(2);
    expect(document.text).toBe("old line");
  });

  it("keep what is remembered flat over many calls", () => {
    const { store, propose } = harness({}, { maxSettled: 10 });
    for (let index = 0; index < 2_000; index += 1) {
      propose(`call-${index}`, { line: "x" });
      store.reject(`call-${index}`);
    }
    expect(store.getSnapshot().approvals.size).toBe(10);
  });
});

it("closing a store with very many open calls answers each", { timeout: 20_000 }, () => {
  const { store, sent, propose } = harness({}, { maxOpen: 20_000, maxSettled: 10 });
  const count = 20_000;
  for (let index = 0; index < count; index += 1) propose(`call-${index}`, { line: "x" });
  store.dispose();
  expect(sent).toHaveLength(count);
});
