import { createAgentStore } from "countersign/zustand";
import { describe, expect, it, vi } from "vitest";
import { deferred, settleMicrotasks } from "../harness.ts";
import { agent, DATASETS, MAPS } from "./harness.ts";

const SAVES = "pendingSavePromptsByToolCallId";
const save = (toolCallId: string, input: unknown = { description: toolCallId }) => ({ toolCallId, toolName: "save_prompt", input });

function saving() {
  const app = agent();
  const apply = vi.fn<() => Promise<undefined> | undefined>(() => undefined);
  app.store.registerHandler("save_prompt", {
    validate: (input) => (JSON.stringify(input).includes("wrong") ? { ok: false, errorText: "wrong" } : { ok: true, value: input }),
    preview: (input) => ({ before: "", after: JSON.stringify(input) }),
    apply,
  });
  const entry = (toolCallId: string) => app.agentStore.getState()[SAVES][toolCallId];
  return { ...app, apply, entry };
}

describe("a call that is proposed to the store", () => {
  it("is in the map of its tool, with what its card shows, as long as it waits", () => {
    const { store, entry, keys, agentStore } = saving();
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    store.propose(save("a"), { sessionId: "s1" });
    expect(entry("a")).toEqual({
      toolCallId: "a",
      toolName: "save_prompt",
      sessionId: "s1",
      input: { description: "a" },
      preview: { before: "", after: '{"description":"a"}' },
      accept: expect.any(Function),
      reject: expect.any(Function),
    });
    expect(heard).toHaveBeenCalledTimes(1);
    store.reject("a");
    expect([keys(SAVES), heard.mock.calls.length]).toEqual([[], 2]);
  });

  it("is in no map when its tool has none", () => {
    const { store, keys } = saving();
    store.propose({ toolCallId: "a", toolName: "other", input: {} }, { handler: { apply: () => undefined } });
    expect(store.getSnapshot().pending).toHaveLength(1);
    expect(MAPS.flatMap(keys)).toEqual([]);
  });

  it("was proposed before the slice was made, and is there", async () => {
    const { store, apply } = saving();
    store.propose(save("a"));
    const later = createAgentStore({ store });
    await later.getState()[SAVES]["a"]?.accept?.();
    expect(apply).toHaveBeenCalledTimes(1);
    expect(later.getState()[SAVES]).toEqual({});
  });

  it("has one entry object until something in it changes, and the other maps keep theirs", () => {
    const { store, entry, agentStore } = saving();
    store.propose(save("a"));
    store.propose(save("b"));
    const [first, state] = [entry("a"), agentStore.getState()];
    store.present("a");
    store.reject("b");
    expect(entry("a")).toBe(first);
    expect(agentStore.getState()[DATASETS]).toBe(state[DATASETS]);
    // Not what would be applied.
    store.edit("a", { wrong: true });
    expect(store.getApproval("a")?.draft?.status).toBe("invalid");
    expect(entry("a")).toBe(first);
    store.edit("a", { description: "edited" });
    expect(entry("a")).not.toBe(first);
    expect(entry("a")).toMatchObject({ input: { description: "edited" } });
  });

  it("is accepted by its entry: gone at once, written once for two clicks, answered once", async () => {
    const { store, entry, keys, apply, sent } = saving();
    const write = deferred<undefined>();
    apply.mockReturnValueOnce(write.promise);
    store.propose(save("a"));
    const held = entry("a");
    const accepting = [held?.accept?.(), held?.accept?.()];
    expect([keys(SAVES), apply.mock.calls.length, sent.length]).toEqual([[], 1, 0]);
    write.resolve(undefined);
    await Promise.all(accepting);
    expect([sent.length, sent[0]]).toMatchObject([1, { output: { status: "accepted", acceptedBy: "user" } }]);
  });

  it("is not written after it was rejected by its entry", async () => {
    const { store, entry, apply, sent } = saving();
    store.propose(save("a"));
    const held = entry("a");
    await held?.reject?.({ comment: "no" });
    await held?.accept?.();
    expect(apply).not.toHaveBeenCalled();
    expect(sent).toMatchObject([{ output: { status: "rejected", comment: "no" } }]);
  });

  it("is decided by what its entry shows: an entry that is outdated decides nothing", async () => {
    const { store, entry, apply } = saving();
    store.propose(save("a"));
    const outdated = entry("a");
    store.rebase("a", { input: { description: "anew" } });
    expect(entry("a")).not.toBe(outdated);
    await outdated?.accept?.();
    expect([apply.mock.calls.length, store.getApproval("a")?.status]).toEqual([0, "pending"]);
    await entry("a")?.accept?.();
    expect(apply).toHaveBeenCalledTimes(1);
  });

  it("is gone at once also when it is decided inside a listener of the store", () => {
    const { store, entry, keys } = saving();
    let left: string[] | undefined;
    store.on("settled", ({ toolCallId }) => {
      if (toolCallId !== "a") return;
      void entry("b")?.reject?.();
      left = keys(SAVES);
    });
    store.propose(save("a"));
    store.propose(save("b"));
    store.reject("a");
    expect(left).toEqual([]);
  });

  it("that the app takes out of the map is answered by the app, and is nobody's no", () => {
    const { store, agentStore, sent } = saving();
    store.propose(save("a"));
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    agentStore.getState().setPendingSavePrompt("a", null);
    expect(store.getApproval("a")).toMatchObject({ outcome: { status: "cancelled", reason: "host" }, delivery: "delivered" });
    expect([sent, agentStore.getState()[SAVES], heard.mock.calls.length]).toEqual([[], {}, 1]);
    expect(agentStore.getState().locallyInterruptedToolCallIds).toEqual({});
  });

  it("whose entry the app puts back is the same call", () => {
    const { store, entry, agentStore } = saving();
    store.propose(save("a"));
    const [held, approval] = [entry("a"), store.getApproval("a")];
    agentStore.getState().setPendingSavePrompt("a", held);
    expect([entry("a"), store.getApproval("a")]).toEqual([held, approval]);
    store.reject("a");
    expect(entry("a")).toBeUndefined();
  });

  it("of a set is told in one go", () => {
    const { store, agentStore, keys } = saving();
    const ids = Array.from({ length: 20 }, (_, index) => `call_${index}`);
    for (const id of ids) {
      store.propose(save(id));
      store.present(id);
    }
    expect(keys(SAVES)).toEqual(ids);
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    store.rejectAll(ids);
    expect([keys(SAVES), heard.mock.calls.length]).toEqual([[], 1]);
  });

  it("counts as interrupted when it is taken back, and not when it is answered", async () => {
    const { store, agentStore } = saving();
    for (const id of ["a", "b", "c"]) store.propose(save(id), { sessionId: id });
    store.endSession("a");
    store.reject("b");
    store.accept("c");
    await settleMicrotasks();
    expect(agentStore.getState().locallyInterruptedToolCallIds).toEqual({ a: true });
  });
});

describe("actions of mounted components", () => {
  it("are replaced by the newest, and a release ends its own registration alone", () => {
    const { agentStore } = agent();
    const { registerClientAction } = agentStore.getState();
    const action = async () => ({ ok: true }) as const;
    const other = async () => ({ ok: true }) as const;
    const release = registerClientAction("a", action);
    const map = agentStore.getState().registeredClientActions;
    const releaseSecond = registerClientAction("a", action);
    expect(agentStore.getState().registeredClientActions).not.toBe(map);
    release();
    expect(agentStore.getState().registeredClientActions["a"]).toBe(action);
    registerClientAction("a", other);
    releaseSecond();
    expect(agentStore.getState().registeredClientActions["a"]).toBe(other);
  });

  it("that are absent are unregistered without a notification", () => {
    const { agentStore } = agent();
    const state = agentStore.getState();
    for (const name of ["a", "constructor", "__proto__"]) state.unregisterClientAction(name);
    expect(agentStore.getState()).toBe(state);
    state.registerClientAction("a", async () => ({ ok: true }));
    agentStore.getState().unregisterClientAction("a");
    expect(agentStore.getState().registeredClientActions).toEqual({});
  });
});
