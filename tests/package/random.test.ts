import { type ApplyResult, type Approval, type ApprovalStore, CountersignError, createApprovalStore, type JsonValue, type Outcome, type ToolOutput } from "countersign";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred, settleMicrotasks, watchUncaught } from "./harness.ts";

/** How one callback of the host behaves, this once. */
interface Turn {
  readonly ends: "now" | "later";
  readonly well: boolean;
  /** What it does to the store in the meantime. */
  readonly meanwhile: Action | undefined;
}

type Action =
  | { readonly do: "propose"; readonly id: string; readonly line: string; readonly tool: "edit" | "read" | "none"; readonly owner: string | undefined }
  | { readonly do: "edit"; readonly id: string; readonly line: string }
  | { readonly do: "accept" | "reject" | "cancel" | "present"; readonly id: string; readonly generation: number | undefined }
  | { readonly do: "rebase"; readonly id: string; readonly line: string | undefined }
  | { readonly do: "acceptOrRebase"; readonly id: string }
  | { readonly do: "grant"; readonly line: string | undefined }
  | { readonly do: "revoke" | "hydrate" }
  | { readonly do: "redeliver"; readonly id: string | undefined }
  | { readonly do: "acquire" | "release"; readonly owner: string }
  | { readonly do: "mode"; readonly mode: "manual" | "bypass" }
  | { readonly do: "end"; readonly which: number }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "flush" | "unregister" | "register" };

const id = fc.constantFrom("a", "b", "c", "__proto__");
const line = fc.constantFrom("one", "two", "bad");
const owner = fc.constantFrom("A", "B");
const generation = fc.option(fc.constantFrom(1, 2), { nil: undefined, freq: 4 });

/** What a person, an agent, an editor or time does. Ends of callbacks are not here: they may not be nested. */
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("propose" as const),
      id,
      line,
      tool: fc.oneof({ weight: 8, arbitrary: fc.constant("edit" as const) }, fc.constantFrom("read" as const, "none" as const)),
      owner: fc.option(owner, { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), id, line }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("accept" as const, "reject" as const, "cancel" as const, "present" as const), id, generation }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rebase" as const), id, line: fc.option(line, { nil: undefined }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("acceptOrRebase" as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("grant" as const), line: fc.option(line, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("revoke" as const, "hydrate" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("redeliver" as const), id: fc.option(id, { nil: undefined }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("acquire" as const, "release" as const), owner }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("mode" as const), mode: fc.constantFrom("manual" as const, "manual" as const, "bypass" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("unregister" as const, "register" as const, "register" as const) }) },
);

const step: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: action },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("flush" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(5, 50, 2_000) }) },
);

const turn: fc.Arbitrary<Turn> = fc.record({
  ends: fc.constantFrom("now", "now", "later"),
  well: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  meanwhile: fc.option(action, { nil: undefined, freq: 3 }),
});

interface Write {
  readonly key: string;
  readonly input: JsonValue;
  readonly shown: Approval | undefined;
}

class World {
  readonly store: ApprovalStore;
  readonly writes: Write[] = [];
  /** The answers that the sender took, and those that it was given although it had taken them. */
  readonly taken: unknown[] = [];
  readonly triedAfterTaken: ToolOutput[] = [];
  readonly settled: Approval[] = [];
  readonly faults: unknown[] = [];
  readonly #turns: readonly Turn[];
  #turn = 0;
  #depth = 0;
  #calm = false;
  readonly #ends: (() => void)[] = [];
  readonly #leases = new Map<string, (() => void)[]>();
  readonly #registrations: (() => void)[] = [];

  constructor(turns: readonly Turn[]) {
    this.#turns = turns;
    this.store = createApprovalStore({
      handlerTimeoutMs: 1_000,
      onError: (error) => this.faults.push(error),
      onOutput: (output) => {
        if (this.taken.includes(output)) this.triedAfterTaken.push(output);
        return this.#callback(() => void this.taken.push(output));
      },
    });
    this.store.on("settled", (approval) => {
      this.settled.push(approval);
      this.#nested(this.#next().meanwhile);
    });
    this.store.on("pending", () => this.#nested(this.#next().meanwhile));
    this.store.subscribe(() => this.#checkSnapshot());
    this.run({ do: "register" });
  }

  run(action: Action): void {
    try {
      this.#perform(action);
    } catch (thrown) {
      // Nothing was proposed by that id yet: the one thing here that is misuse.
      if (!(thrown instanceof CountersignError && thrown.code === "unknown_id")) this.faults.push(thrown);
    }
  }

  #perform(action: Action): void {
    const { store } = this;
    switch (action.do) {
      case "propose": {
        const { id, line, tool, owner } = action;
        const options = { review: tool !== "read", ...(owner === undefined ? {} : { ownerKey: owner }) };
        return void store.propose({ toolCallId: id, toolName: tool, input: { line } }, options);
      }
      case "edit":
        return void store.edit(action.id, { line: action.line });
      case "accept":
      case "reject":
      case "cancel":
      case "present":
        return void store[action.do](action.id, action.generation === undefined ? {} : { generation: action.generation });
      case "rebase":
        return void store.rebase(action.id, { input: action.line === undefined ? undefined : { line: action.line } });
      case "acceptOrRebase":
        return void store.accept(action.id, { ifStale: "rebase" });
      case "grant":
        return void store.grant({ toolName: "edit", ...(action.line === undefined ? { matches: () => this.#matches(), label: "any" } : { input: { line: action.line } }) });
      case "revoke":
        return store.revokeGrant(store.getSnapshot().grants[0]?.grantId ?? 1);
      case "hydrate": {
        // What a store has written tells it nothing new.
        const before = store.getSnapshot();
        store.hydrate(store.dehydrate());
        expect([...store.getSnapshot().approvals]).toEqual([...before.approvals]);
        return;
      }
      case "redeliver":
        return store.redeliver(action.id);
      case "acquire": {
        const held = this.#leases.get(action.owner) ?? [];
        this.#leases.set(action.owner, [...held, store.acquireOwner(action.owner)]);
        return;
      }
      case "release":
        return this.#leases.get(action.owner)?.pop()?.();
      case "mode":
        return store.setEditPermission(action.mode);
      case "register":
        for (const tool of ["edit", "read"]) this.#registrations.push(this.#register(tool));
        return;
      case "unregister":
        return this.#registrations.pop()?.();
      case "end":
        return this.#ends.splice(action.which, 1)[0]?.();
      case "pass":
        return void vi.advanceTimersByTime(action.ms);
      case "flush":
    }
  }

  #register(tool: string): () => void {
    return this.store.registerHandler(tool, {
      validate: (input) => this.#callback(() => (lineOf(input) === "bad" ? { ok: false, errorText: "bad" } : { ok: true, value: input })),
      preview: (input) => this.#callback(() => ({ before: "", after: lineOf(input) })),
      readRevision: () => this.#callback(() => `r${this.writes.length}`),
      apply: (input, { toolCallId, generation }) => {
        this.writes.push({ key: `${toolCallId} ${generation}`, input, shown: this.store.getApproval(toolCallId) });
        return this.#callback((): ApplyResult | undefined => undefined);
      },
    });
  }

  #matches(): boolean {
    const { well, meanwhile } = this.#next();
    this.#nested(meanwhile);
    return well;
  }

  #next(): Turn {
    return (this.#calm ? undefined : this.#turns[(this.#turn += 1)]) ?? { ends: "now", well: true, meanwhile: undefined };
  }

  #callback<T>(result: () => T): T | Promise<T> {
    const { ends, well, meanwhile } = this.#next();
    this.#nested(meanwhile);
    const end = (): T => {
      if (!well) throw new Error("as it happens");
      return result();
    };
    if (ends === "now") return end();
    const later = deferred<undefined>();
    this.#ends.push(() => later.resolve(undefined));
    return later.promise.then(end);
  }

  #nested(action: Action | undefined): void {
    if (action === undefined || this.#depth > 3) return;
    this.#depth += 1;
    this.run(action);
    this.#depth -= 1;
  }

  #checkSnapshot(): void {
    const { approvals, pending } = this.store.getSnapshot();
    try {
      expect(pending).toEqual([...approvals.values()].filter(({ status }) => status === "pending"));
      for (const [id, approval] of approvals) expect(this.store.getApproval(id)).toBe(approval);
    } catch (thrown) {
      this.faults.push(thrown);
    }
  }

  /** From now on all goes well: every callback ends, the person refuses what is left, and every answer is delivered. */
  async end(): Promise<void> {
    this.#calm = true;
    for (let round = 0; round < 20; round += 1) {
      for (const end of this.#ends.splice(0)) end();
      await settleMicrotasks();
    }
    for (const { toolCallId } of this.store.getSnapshot().pending) this.store.reject(toolCallId);
    vi.advanceTimersByTime(5_000);
    await settleMicrotasks();
    this.store.redeliver();
    await settleMicrotasks();
  }
}

function lineOf(input: JsonValue): string {
  return typeof input === "object" && input !== null && "line" in input && typeof input["line"] === "string" ? input["line"] : "";
}

/** Outcomes that promise that nothing was written. */
function promisesNoWrite(outcome: Outcome | undefined): boolean {
  return outcome?.status === "rejected" || outcome?.status === "invalid" || (outcome?.status === "cancelled" && outcome.reason === "owner_gone");
}

const keyOf = ({ toolCallId, generation }: Approval): string => `${toolCallId} ${generation}`;

it("a decision returns its own outcome, though its id is used again before it returns", () => {
  const store = createApprovalStore({ onOutput: () => undefined, handlers: { edit: { apply: () => undefined } } });
  const propose = (input: JsonValue): unknown => store.propose({ toolCallId: "a", toolName: "edit", input });
  store.on("delivered", ({ generation }) => propose(generation));
  propose("first");
  expect(store.reject("a", { generation: 1 })).toMatchObject({ result: "settled", outcome: { status: "rejected" } });
  expect(store.accept("a", { generation: 2 })).toMatchObject({ result: "settled", outcome: { status: "accepted" } });
  expect(store.getApproval("a")).toMatchObject({ generation: 3, status: "pending" });
});

describe("whatever happens in whatever order", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("every call gets exactly one answer, and no write that its answer denies", { timeout: 20_000 }, async () => {
    const statuses = new Set<string>();
    const uncaught = watchUncaught();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.array(turn, { minLength: 20, maxLength: 80 }), async (steps, turns) => {
        const world = new World(turns);
        for (const step of steps) {
          world.run(step);
          if (step.do === "flush" || step.do === "end") await settleMicrotasks();
        }
        await world.end();
        const { store, settled, taken, triedAfterTaken, writes, faults } = world;
        expect(faults).toEqual([]);

        // Each generation settled once, and none is left open.
        const keys = settled.map(keyOf);
        expect(keys).toEqual([...new Set(keys)]);
        for (const approval of store.getSnapshot().approvals.values()) {
          expect(approval).toMatchObject({ outcome: { status: approval.status }, delivery: "delivered" });
          expect(keys).toContain(keyOf(approval));
        }

        // Its own answer was taken exactly once, and never tried again after that.
        expect(new Set(taken)).toEqual(new Set(settled.map((approval) => "sent" in approval && approval.sent)));
        expect(taken).toHaveLength(settled.length);
        expect(triedAfterTaken).toEqual([]);

        // At most one write for each generation, of what was shown, and none that its answer denies.
        expect(new Set(writes.map(({ key }) => key)).size).toBe(writes.length);
        const outcomes = new Map(settled.map((approval) => [keyOf(approval), approval.outcome]));
        for (const { key, input, shown } of writes) {
          expect(shown).toMatchObject({ status: "applying" });
          expect(shown?.input).toEqual(input);
          expect(promisesNoWrite(outcomes.get(key))).toBe(false);
        }
        for (const { status } of settled) statuses.add(status);
      }),
      { numRuns: 400 },
    );
    expect(await uncaught()).toEqual([]);
    // All ends came up, or this says less than it seems to.
    expect([...statuses].toSorted()).toEqual(["accepted", "cancelled", "failed", "invalid", "rejected", "stale"]);
  });
});
