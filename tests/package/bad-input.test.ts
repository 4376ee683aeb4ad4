import { CountersignError, createApprovalStore, type JsonValue } from "countersign";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred, harness, settleMicrotasks, TOOL } from "./harness.ts";

/** The code of what `call` throws. */
function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof CountersignError) return thrown.code;
    throw thrown;
  }
  return "nothing was thrown";
}

/** After bad input everything still works, and the bad call was answered so many times. */
function expectAlive({ store, answers, propose, document }: ReturnType<typeof harness>): void {
  propose("afterwards");
  expect(store.accept("afterwards")).toMatchObject({ outcome: { status: "accepted" } });
  expect(answers("afterwards")).toHaveLength(1);
  expect(document.text).toBe("new line");
}

describe("input that is not JSON", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  let deep: unknown = 0;
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  let wide: unknown = "x";
  for (let level = 0; level < 40; level += 1) wide = [wide, wide];
  const throwing = Object.defineProperty({}, "line", {
    enumerable: true,
    get: () => {
      throw new Error("a getter");
    },
  });
  const cases: [string, unknown, RegExp][] = [
    ["cyclic", cyclic, /circular/i],
    ["5,000 levels deep", deep, /deeper than 512 levels/],
    ["endless through shared references", wide, /more than 4000000 values/],
    ["undefined", undefined, /undefined/],
    ["a BigInt", { line: 1n }, /`line` is a bigint/],
    ["a function", { line: () => 1 }, /`line` is a function/],
    ["a symbol", { line: Symbol("x") }, /`line` is a symbol/],
    ["a Map", { line: new Map() }, /`line` is \[object Map\]/],
    ["a Date", [new Date(0)], /`0` is \[object Date\]/],
    ["NaN", { line: Number.NaN }, /`line` is NaN/],
    ["an object that throws when it is read", throwing, /a getter/],
  ];

  it.each(cases)("%s is answered with an error that names the place", (_, input, words) => {
    const made = harness();
    const result = made.store.propose({ toolCallId: "bad", toolName: TOOL, input });
    expect(result).toMatchObject({ result: "registered", approval: { status: "invalid", outcome: { code: "invalid_input" } } });
    expect(made.answers("bad")).toMatchObject([{ state: "output-error", errorText: expect.stringMatching(words) }]);
    expect(made.document.writes).toBe(0);
    expectAlive(made);
  });

  it.each(cases)("%s as an edit is refused, and the call waits on", (_, input) => {
    const made = harness();
    made.propose("a");
    expect(codeOf(() => made.store.edit("a", input))).toBe("invalid_argument");
    expect(made.store.getApproval("a")).toMatchObject({ status: "pending", input: { line: "new line" } });
    expect(made.store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
  });

  it("may omit keys by `undefined`, and keeps keys that are names of JavaScript", () => {
    let applied: JsonValue | undefined;
    const { store } = harness();
    store.registerHandler("any", {
      apply: (input) => {
        applied = input;
      },
    });
    const input: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
    store.propose({ toolCallId: "a", toolName: "any", input: { ...(input as object), gone: undefined } });
    store.accept("a");
    expect(JSON.stringify(applied)).toBe('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("passes every character unharmed, also half a surrogate pair", () => {
    const { store, document, propose } = harness();
    const line = "\ud83d and \udc4d, \u0000, \u2028, \ufeff, 👩‍💻, \r\n, e\u0301";
    propose("a", { line });
    store.accept("a");
    expect(document.text).toBe(line);
  });
});

describe("misuse", () => {
  it("an unknown id is an error by name, and changes nothing", () => {
    const made = harness();
    const { store } = made;
    const calls = [
      () => store.accept("nobody"),
      () => store.reject("nobody"),
      () => store.cancel("nobody"),
      () => store.edit("nobody", {}),
      () => store.present("nobody"),
      () => store.redeliver("nobody"),
      () => store.diff("nobody"),
    ];
    for (const call of calls) expect(codeOf(call)).toBe("unknown_id");
    expect(made.sent).toEqual([]);
    expectAlive(made);
  });

  it("values of wrong types are errors by name, and reach no core", async () => {
    const made = harness();
    const { store, propose } = made;
    propose("a");
    for (const wrong of [undefined, null, 5, {}, [], Symbol("s"), "\ud800"] as never[]) {
      expect(codeOf(() => store.accept(wrong))).toBe("invalid_argument");
      expect(codeOf(() => store.propose({ toolCallId: wrong, toolName: TOOL, input: {} }))).toBe("invalid_argument");
      expect(codeOf(() => store.propose({ toolCallId: "x", toolName: wrong, input: {} }))).toBe("invalid_argument");
      expect(codeOf(() => store.acquireOwner(wrong))).toBe("invalid_argument");
      expect(codeOf(() => store.setEditPermission(wrong))).toBe("invalid_argument");
      expect(codeOf(() => store.registerHandler("t", wrong))).toBe("invalid_argument");
    }
    for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 40, "1"] as never[]) {
      expect(codeOf(() => store.accept("a", { generation: wrong }))).toBe("invalid_argument");
    }
    expect(codeOf(() => store.propose(null as never))).toBe("invalid_argument");
    expect(codeOf(() => createApprovalStore({} as never))).toBe("invalid_argument");
    await expect(store.whenSettled("nobody")).rejects.toMatchObject({ code: "unknown_id" });
    expect(store.getApproval("a")?.status).toBe("pending");
    expectAlive(made);
  });

  it("ids that are names of JavaScript are ordinary ids", () => {
    const made = harness();
    const ids = ["__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "🙂"];
    for (const id of ids) made.propose(id, { line: id });
    expect(made.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual(ids);
    for (const id of ids) expect(made.store.reject(id)).toMatchObject({ outcome: { status: "rejected" } });
    for (const id of ids) expect(made.answers(id)).toHaveLength(1);
  });

  it("a tool that nobody registered is answered", () => {
    const made = harness();
    made.store.propose({ toolCallId: "a", toolName: "nothing", input: {} });
    expect(made.answers("a")).toMatchObject([{ state: "output-error" }]);
    expectAlive(made);
  });
});

describe("a callback that fails", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  const rejecting = (): Promise<never> => Promise.reject(new Error("boom"));

  it.each([
    ["validate", "throws", { validate: boom }, "invalid_input"],
    ["validate", "rejects", { validate: rejecting }, "invalid_input"],
    ["preview", "throws", { preview: boom }, "preview_failed"],
    ["preview", "rejects", { preview: rejecting }, "preview_failed"],
    ["preview", "returns nonsense", { preview: () => ({ before: 1 }) as never }, "preview_failed"],
    ["readRevision", "throws", { readRevision: boom }, "revision_failed"],
    ["readRevision", "rejects", { readRevision: rejecting }, "revision_failed"],
    ["readRevision", "returns nonsense", { readRevision: () => 5 as never }, "revision_failed"],
    ["ownerKey", "throws", { ownerKey: boom }, "invalid_input"],
    ["expectedRevision", "throws", { expectedRevision: boom }, "invalid_input"],
    ["validate", "returns what is not JSON", { validate: () => ({ ok: true as const, value: new Map() as never }) }, "invalid_input"],
    ["validate", "returns nothing", { validate: (() => undefined) as never }, "invalid_input"],
  ])("%s that %s at propose is answered once, and no call is lost", async (_, __, handler, code) => {
    const { store, answers, propose } = harness(handler);
    propose("a");
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ status: "invalid", outcome: { code } });
    expect(answers("a")).toHaveLength(1);
  });

  it.each([
    ["throws", boom, "boom", "apply_failed"],
    ["rejects", rejecting, "boom", "apply_failed"],
    ["rejects with nothing", () => Promise.reject(undefined as unknown as Error), "undefined", "apply_failed"],
    ["says that it failed", () => ({ status: "failed" as const, errorText: "disk full" }), "disk full", "apply_failed"],
    ["returns what is not JSON", () => ({ status: "applied" as const, output: 1n as never }), "bigint", "invalid_output"],
    ["returns what is no result", () => "done" as never, "ApplyResult", "invalid_output"],
    ["returns null", () => null as never, "null", "invalid_output"],
  ])("apply that %s is answered once", async (_, apply, words, code) => {
    const { store, answers, propose } = harness({ apply });
    propose("a");
    propose("b");
    store.accept("a");
    expect(await store.whenSettled("a")).toMatchObject({ status: "failed", code });
    expect(answers("a")).toMatchObject([{ state: "output-error", errorText: expect.stringContaining(words) }]);
    expect(store.getApproval("b")?.status).toBe("pending");
  });

  it("a revision reader that fails at accept writes nothing", async () => {
    let reads = 0;
    const { store, answers, document, propose } = harness({ readRevision: () => ((reads += 1) === 1 ? "r1" : boom()) });
    propose("a");
    store.accept("a");
    expect(store.getApproval("a")).toMatchObject({ status: "failed", outcome: { code: "revision_failed" } });
    expect([answers("a").length, document.writes]).toEqual([1, 0]);
  });

  it("values that are false, zero or empty are values", () => {
    for (const output of [false, 0, "", null] as JsonValue[]) {
      const { store, sent, propose } = harness({ apply: () => ({ status: "applied", output }) });
      propose("a");
      store.accept("a");
      expect(sent).toMatchObject([{ output: output === "" ? { message: "" } : { result: output } }]);
      expect(store.getApproval("a")?.outcome).toMatchObject({ output });
    }
  });
});

describe("a callback that never ends", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const never = (): Promise<never> => new Promise(() => undefined);

  it("apply: the call is answered in time, and a late end changes nothing", async () => {
    const write = deferred<undefined>();
    let aborted = false;
    const { store, answers, propose } = harness(
      {
        apply: (_, { signal }) => {
          signal.addEventListener("abort", () => {
            aborted = true;
          });
          return write.promise;
        },
      },
      { handlerTimeoutMs: 1_000 },
    );
    propose("a");
    store.accept("a");
    await vi.advanceTimersByTimeAsync(999);
    expect(answers("a")).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(await store.whenSettled("a")).toMatchObject({ status: "failed", code: "apply_timeout" });
    expect(aborted).toBe(true);
    write.resolve(undefined);
    await settleMicrotasks();
    expect(answers("a")).toHaveLength(1);
  });

  it.each([
    ["validate", { validate: never }],
    ["preview", { preview: never }],
    ["readRevision", { readRevision: never }],
  ])("%s: the call is answered in time", async (_, handler) => {
    const { store, answers, propose } = harness(handler, { handlerTimeoutMs: 1_000 });
    propose("a");
    expect(store.accept("a")).toMatchObject({ code: "not_pending" });
    await vi.advanceTimersByTimeAsync(1_001);
    expect(store.getApproval("a")).toMatchObject({ status: "invalid", outcome: { code: "check_timeout" } });
    expect(answers("a")).toHaveLength(1);
  });

  it("leaves no timer behind when nothing runs", () => {
    const { store, propose } = harness();
    propose("a");
    propose("b");
    store.accept("a");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("for ever is longer than a timer can count", async () => {
    const { store, propose } = harness({ apply: never }, { handlerTimeoutMs: 2 ** 31 + 1_000 });
    propose("a");
    store.accept("a");
    await vi.advanceTimersByTimeAsync(2 ** 31 - 1);
    expect(store.getApproval("a")?.status).toBe("applying");
    await vi.advanceTimersByTimeAsync(1_002);
    expect(store.getApproval("a")?.status).toBe("failed");
  });
});

describe("a sender that fails", () => {
  it.each([
    ["throws", true],
    ["rejects", false],
  ])("and %s loses nothing: the answer is kept, and delivered once", async (_, sync) => {
    let broken = true;
    const taken: string[] = [];
    const { store, propose } = harness(
      {},
      {
        onOutput: ({ toolCallId }) => {
          if (broken && sync) throw new Error("offline");
          if (broken) return Promise.reject(new Error("offline"));
          taken.push(toolCallId);
          return Promise.resolve();
        },
      },
    );
    propose("a");
    propose("b");
    store.reject("a");
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ status: "rejected", delivery: "undelivered" });
    expect(propose("a", { line: "again" })).toMatchObject({ result: "refused", code: "undelivered" });
    broken = false;
    store.redeliver();
    store.redeliver("a");
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ delivery: "delivered" });
    store.redeliver();
    await settleMicrotasks();
    expect(taken).toEqual(["a"]);
    expect(store.reject("b")).toMatchObject({ outcome: { status: "rejected" } });
  });
});
