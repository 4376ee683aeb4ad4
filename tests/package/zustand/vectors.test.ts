import { type AgentSlice, clearPending, selectIsSessionOccupied, waitForRegisteredClientActions } from "countersign/zustand";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import approvals from "../../vectors/phoenix/approval-generic-and-dataset.json" with { type: "json" };
import lifecycle from "../../vectors/phoenix/lifecycle.json" with { type: "json" };
import slices from "../../vectors/phoenix/store-slices.json" with { type: "json" };
import waits from "../../vectors/phoenix/store-wait.json" with { type: "json" };
import { type Agent, agent, type Apply, bind, DATASETS, MAPS, SETTERS } from "./harness.ts";

function vector<T extends { readonly id: string }>({ vectors }: { readonly vectors: readonly T[] }, id: string): T {
  const found = vectors.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no vector ${id}.`);
  return found;
}

describe("vectors of the store's slices", () => {
  /** About parts of the original's state that the slice does not hold; tests/README.md says which. */
  const others = ["persisted-blob", "rehydrate-observability-partial", "rehydrate-not-object"];
  const occupied = slices.vectors.filter(({ id }) => id.startsWith("occupied-"));
  const identities = slices.vectors.map(({ id }) => id).filter((id) => id.startsWith("identity-"));

  it("are all looked at", () => {
    const here = ["initial-data", "mark-interrupted", "clear-session", "rehydrate-permissions-bypass", "rehydrate-permissions-garbage"];
    expect([...here, ...identities, ...occupied.map(({ id }) => id), ...others].toSorted()).toEqual(slices.vectors.map(({ id }) => id).toSorted());
  });

  it.each(occupied)("$id", ({ input, expected }) => {
    const { chatStatus, busyElsewhere, sessionId, responsePending } = input as { chatStatus: string | null; busyElsewhere: boolean; sessionId: string | null; responsePending: boolean };
    const state = {
      chatStatusBySessionId: chatStatus === null ? {} : { s: chatStatus },
      isBusyElsewhereBySessionId: { s: busyElsewhere },
      isResponsePendingBySessionId: { s: responsePending },
    };
    expect(selectIsSessionOccupied(state, sessionId)).toBe(expected);
  });

  it.each(["submitted", "streaming"])("a session whose chat is %s is occupied, and no other", (chatStatus) => {
    const state = { chatStatusBySessionId: { s: chatStatus }, isBusyElsewhereBySessionId: {} };
    expect(["s", "other", "constructor", "__proto__", undefined].map((sessionId) => selectIsSessionOccupied(state, sessionId))).toEqual([true, false, false, false, false]);
  });

  it("initial-data: what the slice holds is as it was", () => {
    const initial = vector(slices, "initial-data").expected as Record<string, unknown>;
    const { agentStore } = agent();
    const data = Object.entries(agentStore.getState()).filter(([, value]) => typeof value !== "function");
    expect(data.length).toBe(16);
    for (const [key, value] of data) expect([key, value]).toEqual([key, initial[key]]);
  });

  it.each(MAPS)("identity: %s", (map) => {
    // The vectors hold nine of the maps; the two others are generic ones.
    const expected = (slices.vectors.find(({ id }) => id === `identity-${map}`) ?? vector(slices, `identity-${MAPS[0]}`)).expected as Record<string, unknown>;
    const { agentStore, set, keys } = agent();
    const setter = agentStore.getState()[SETTERS[map]];
    const initial = agentStore.getState();
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    const others = Object.keys(initial).filter((key) => key !== map) as (keyof AgentSlice)[];
    const first = { toolCallId: "c1", sessionId: "s1" };
    const second = { toolCallId: "c2", sessionId: "s2" };
    set(map, "c1", first);
    const afterFirst = agentStore.getState();
    const notificationsAfterFirst = heard.mock.calls.length;
    set(map, "c2", second);
    const afterSecond = agentStore.getState();
    set(map, "zz", null);
    const afterThird = agentStore.getState();
    const notificationsAfterThird = heard.mock.calls.length;
    set(map, "c1", null);
    const keysAfterNull = keys(map);
    const afterNull = agentStore.getState();
    set(map, "c2", undefined);
    expect({
      storesTheSameObjectReference: afterFirst[map]["c1"] === first,
      otherSlicesKeepIdentity: others.every((key) => afterFirst[key] === initial[key] && afterNull[key] === initial[key]),
      mapReplacedOnEveryCall: new Set([initial, afterFirst, afterSecond, afterThird, afterNull].map((state) => state[map])).size === 5,
      previousMapNotMutated: Object.keys(initial[map]).length === 0 && Object.keys(afterFirst[map]).join() === "c1",
      siblingEntryIdentityKept: afterSecond[map]["c1"] === first && afterNull[map]["c2"] === second,
      deletingAbsentIdStillReplacesMap: afterThird[map] !== afterSecond[map],
      notificationsAfterFirst,
      notificationsAfterThird,
      keysAfterNull,
      keysAfterUndefined: keys(map),
      setterIdentityStable: agentStore.getState()[SETTERS[map]] === setter,
    }).toEqual(expected);
  });

  it("mark-interrupted", () => {
    const { agentStore } = agent();
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    agentStore.getState().markToolCallInterrupted("c1");
    const state = agentStore.getState();
    agentStore.getState().markToolCallInterrupted("c1");
    expect({
      map: state.locallyInterruptedToolCallIds,
      secondCallKeepsWholeStateIdentity: agentStore.getState() === state,
      notifications: heard.mock.calls.length,
    }).toEqual(vector(slices, "mark-interrupted").expected);
  });

  // The original forgets ten of the eleven maps (defect 6).
  it("clear-session: every map, and not the other session", () => {
    const expected = vector(slices, "clear-session").expected as { elicitations: string[]; locallyInterrupted: object };
    const { agentStore, set, keys } = agent();
    for (const map of MAPS) {
      set(map, "a", { toolCallId: "a", sessionId: "s1" });
      set(map, "b", { toolCallId: "b", sessionId: "s2" });
    }
    const cancelled = vi.fn<() => void>();
    agentStore.getState().setPendingElicitation("s1", { toolCallId: "q", questions: [], cancel: cancelled });
    agentStore.getState().setPendingElicitation("s2", { toolCallId: "other", questions: [], cancel: cancelled });
    agentStore.getState().markToolCallInterrupted("a");
    agentStore.getState().clearSessionEphemeralState("s1");
    expect(MAPS.map(keys)).toEqual(MAPS.map(() => ["b"]));
    expect(Object.keys(agentStore.getState().pendingElicitationBySessionId)).toEqual([...expected.elicitations, "s2"]);
    // Nobody is left who could answer the questions.
    expect(cancelled).toHaveBeenCalledTimes(1);
    expect(agentStore.getState().locallyInterruptedToolCallIds).toEqual(expected.locallyInterrupted);
  });
});

describe("vectors of waiting for actions", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(waits.vectors)("$id", async ({ input, expected }) => {
    const { agentStore } = agent();
    agentStore.getState().registerClientAction("a", async () => ({ ok: true }));
    const waited = waitForRegisteredClientActions({ agentStore, ...input });
    await vi.advanceTimersByTimeAsync(20);
    expect(await waited).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends as soon as the last one is registered", async () => {
    const { agentStore } = agent();
    const waited = waitForRegisteredClientActions({ agentStore, names: ["a", "constructor"] });
    agentStore.getState().registerClientAction("a", async () => ({ ok: true }));
    await vi.advanceTimersByTimeAsync(4_999);
    agentStore.getState().registerClientAction("constructor", async () => ({ ok: true }));
    expect(await waited).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("vectors of entries that the app binds", () => {
  /** What happens to an entry, in order. */
  function recorded(apply: Apply, toolName: string) {
    const events: unknown[] = [];
    const { agentStore, store, sent, set, keys } = agent();
    const recording: Agent["sent"] = Object.assign([], {
      push: (output: Agent["sent"][number]) => {
        events.push({ addToolOutput: output });
        return 0;
      },
    });
    const entry = bind(
      {
        sent: recording,
        set: (map, toolCallId, value) => {
          events.push({ setPending: [toolCallId, value] });
          set(map, toolCallId, value);
        },
      },
      "c",
      {
        toolName,
        apply: () => {
          events.push("apply");
          return apply();
        },
      },
    );
    return { events, agentStore, store, sent, set, keys, entry };
  }

  it.each(approvals.vectors.filter(({ id }) => id.startsWith("generic-")))("$id", async ({ input, expected }) => {
    const { apply, act = "" } = input as { apply?: Awaited<ReturnType<Apply>> | string; act?: string };
    const write: Apply = async () => {
      if (typeof apply !== "object") throw new Error("network down");
      return apply;
    };
    const { events, store, sent, set, keys, entry } = recorded(write, "t");
    set(DATASETS, "c", entry);
    expect(Object.keys(entry)).toEqual(expected.keys);
    let threw: unknown = null;
    for (const step of act.split("+")) {
      const done = step.startsWith("accept") ? entry.accept(step === "accept auto" ? { approvalSource: "auto" } : {}) : entry.reject();
      // Before anything is awaited.
      expect(keys(DATASETS)).toEqual([]);
      await Promise.resolve(done).catch((error: unknown) => {
        threw = error instanceof Error ? error.message : error;
      });
    }
    expect({ keys: Object.keys(entry), events, threw }).toEqual(expected);
    // The ledger has no more to say, and no false "rejected".
    expect(sent).toEqual([]);
    expect(store.getApproval("c")).toMatchObject({ toolName: "t", status: "cancelled", outcome: { reason: "host" } });
  });

  it("dataset-stage-manual and dataset-reject", async () => {
    const { expected } = vector(approvals, "dataset-stage-manual");
    const { agentStore, sent, set, keys } = agent();
    const pending = expected.pending as { toolName: string; preview: { kind: string } };
    const entry = bind({ sent, set }, "c", pending);
    set(DATASETS, "c", entry);
    expect(agentStore.getState()[DATASETS]["c"]).toBe(entry);
    expect(agentStore.getState()[DATASETS]["c"]).toMatchObject(pending);
    await entry.reject();
    expect(keys(DATASETS)).toEqual(Object.keys(vector(approvals, "dataset-reject").expected.pendingAfter ?? {}));
    expect(sent).toHaveLength(1);
  });

  it("dataset-stage-bypass: an entry that is accepted at once is never in the map", async () => {
    const { expected } = vector(approvals, "dataset-stage-bypass");
    const { agentStore, store, sent, set, keys } = agent({ editPermission: "bypass" });
    expect(agentStore.getState().permissions.edits).toBe("bypass");
    const entry = bind({ sent, set }, "c", { apply: async () => ({ ok: true, output: "Added." }) });
    await entry.accept({ approvalSource: "auto" });
    expect(keys(DATASETS)).toEqual(expected.pendingKeys);
    expect(sent).toEqual([(expected.emitted ?? [])[0]?.addToolOutput]);
    expect(store.getApproval("c")).toBeUndefined();
  });
});

describe("vectors of lifecycles", () => {
  const interrupted = ({ agentStore }: Agent, toolCallId: string): boolean =>
    agentStore.getState().locallyInterruptedToolCallIds[toolCallId] === true;

  it("are all looked at", () => {
    // Two are about what the server keeps, which is no part of the state.
    const others = ["auto-continue-cancelled-persisted", "auto-continue-plain-error"];
    const here = ["rewind-set", "cleanup-synced-transcript", "auto-continue-cancelled-local", "interrupted-wire-stamp"];
    expect([...here, ...others].toSorted()).toEqual(lifecycle.vectors.map(({ id }) => id).toSorted());
  });

  it("rewind-set: those tools, and all others, can be cleaned up by their name", () => {
    const app = agent();
    const tools = [...(vector(lifecycle, "rewind-set").expected as string[]), "save_prompt", "load_dataset", "patch_experiment", "delete_dataset", "update_annotation_config"];
    for (const [index, tool] of tools.entries()) {
      const id = `call ${index}`;
      app.store.propose({ toolCallId: id, toolName: tool, input: {} }, { handler: { apply: () => undefined } });
      expect(MAPS.flatMap(app.keys)).toEqual([id]);
      clearPending(app.agentStore.getState(), tool, id);
      expect(MAPS.flatMap(app.keys)).toEqual([]);
    }
    expect(app.sent).toEqual([]);
  });

  // The original leaves dataset writes, annotation configs and experiments where they are (defect 5).
  it("cleanup-synced-transcript: what a transcript shows as answered is taken away, of every family", () => {
    const { input, expected } = vector(lifecycle, "cleanup-synced-transcript");
    const { messages, pending } = input as { messages: { parts: { type: string; toolCallId: string; state: string }[] }[]; pending: { edits: string[]; datasetWrites: string[] } };
    const app = agent();
    for (const id of pending.edits) app.set("pendingPromptEditsByToolCallId", id, { toolCallId: id });
    for (const id of pending.datasetWrites) app.set(DATASETS, id, { toolCallId: id });
    for (const { type, toolCallId, state } of messages.flatMap(({ parts }) => parts)) {
      if (state.startsWith("output-")) clearPending(app.agentStore.getState(), type.replace("tool-", ""), toolCallId);
    }
    expect(app.keys("pendingPromptEditsByToolCallId")).toEqual((expected as typeof pending).edits);
    expect(app.keys(DATASETS)).toEqual([]);
    expect(app.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual((expected as typeof pending).edits);
    expect(app.sent).toEqual([]);
  });

  it("auto-continue-cancelled-local, interrupted-wire-stamp: a call that the ledger took back counts as interrupted", () => {
    const app = agent();
    const { locallyInterruptedToolCallIds } = vector(lifecycle, "auto-continue-cancelled-local").input as { locallyInterruptedToolCallIds: object };
    app.set(DATASETS, "c1", bind(app, "c1"));
    app.store.cancel("c1");
    expect(app.agentStore.getState().locallyInterruptedToolCallIds).toEqual(locallyInterruptedToolCallIds);
  });

  // In the original a mark stays for ever, and a call of the same id never continues the turn (defect 11).
  it("a call whose id is used again is not interrupted any more, and the marks are bounded", () => {
    const app = agent();
    app.agentStore.getState().markToolCallInterrupted("c1");
    app.agentStore.getState().markToolCallInterrupted("c2");
    app.set(DATASETS, "c1", bind(app, "c1"));
    expect([interrupted(app, "c1"), interrupted(app, "c2")]).toEqual([false, true]);
    app.store.propose({ toolCallId: "c2", toolName: "save_prompt", input: {} }, { handler: { apply: () => undefined } });
    expect(interrupted(app, "c2")).toBe(false);
  });

  // Keys that look like numbers come in their own order.
  it("of marks the oldest go first, whatever the ids look like", () => {
    const app = agent();
    const ids = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? `call_${index}` : String(1000 - index)));
    for (const id of ids) app.agentStore.getState().markToolCallInterrupted(id);
    expect(ids.filter((id) => interrupted(app, id))).toEqual(ids.slice(-256));
    // Used again, and marked again: now it is the newest.
    const [again = ""] = ids.slice(-256);
    app.set(DATASETS, again, bind(app, again));
    app.agentStore.getState().markToolCallInterrupted(again);
    app.agentStore.getState().markToolCallInterrupted("1");
    expect([interrupted(app, again), ids.filter((id) => interrupted(app, id)).length]).toEqual([true, 255]);
    app.agentStore.getState().markToolCallInterrupted("c1");
    app.set(DATASETS, "c1", bind(app, "c1"));
    expect(interrupted(app, "c1")).toBe(false);
    for (let index = 0; index < 300; index += 1) app.agentStore.getState().markToolCallInterrupted(`call_${index}`);
    const marks = Object.keys(app.agentStore.getState().locallyInterruptedToolCallIds);
    expect([marks.length, marks[0], marks.at(-1)]).toEqual([256, "call_44", "call_299"]);
  });
});
