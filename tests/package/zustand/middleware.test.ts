import { createApprovalStore, type EditPermission } from "countersign";
import { type AgentSlice, type ApprovalEntry, createAgentSlice, createAgentStore, type PendingEntry } from "countersign/zustand";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { create } from "zustand";
import { createJSONStorage, devtools, persist, type StateStorage } from "zustand/middleware";
import slices from "../../vectors/phoenix/store-slices.json" with { type: "json" };
import { settleMicrotasks } from "../harness.ts";
import { agent, bind, DATASETS, MAPS, SETTERS } from "./harness.ts";

const KEY = "assistant";

/** A page's storage, read at once or later. */
function storageOf(stored: unknown, late: boolean): StateStorage & { readonly items: Map<string, string> } {
  const items = new Map(stored === undefined ? [] : [[KEY, JSON.stringify({ state: stored, version: 0 })]]);
  const read = (name: string): string | null => items.get(name) ?? null;
  return {
    items,
    getItem: late ? async (name) => read(name) : read,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

/** The app's own store: the slice beside its own state, inside its middleware. */
function app({ stored, late = false, editPermission = "manual" }: { stored?: unknown; late?: boolean; editPermission?: EditPermission } = {}) {
  const { store, sent } = agent({ editPermission });
  const storage = storageOf(stored, late);
  interface AppState extends AgentSlice {
    readonly isOpen: boolean;
    readonly setIsOpen: (isOpen: boolean) => void;
  }
  const useAgent = create<AppState>()(
    persist(
      devtools((set, get, api) => ({
        ...createAgentSlice({ store })(set, get, api),
        isOpen: false,
        setIsOpen: (isOpen: boolean) => set({ isOpen }, false, { type: "setIsOpen" }),
      })),
      { name: KEY, storage: createJSONStorage(() => storage), partialize: ({ isOpen, permissions, capabilities }) => ({ isOpen, permissions, capabilities }) },
    ),
  );
  return { store, sent, storage, useAgent };
}

describe("inside create(persist(devtools(…)))", () => {
  it("keeps its identities, beside the app's own state", () => {
    const { store, useAgent } = app();
    const entry = { toolCallId: "a" };
    const before = useAgent.getState();
    const heard: [AgentSlice, AgentSlice][] = [];
    useAgent.subscribe((state, previous) => heard.push([state, previous]));
    before.setPendingDatasetWrite("a", entry);
    expect(heard).toEqual([[useAgent.getState(), before]]);
    expect(useAgent.getState()[DATASETS]["a"]).toBe(entry);
    useAgent.getState().setIsOpen(true);
    expect(useAgent.getState()[DATASETS]["a"]).toBe(entry);
    expect(MAPS.every((map) => useAgent.getState()[SETTERS[map]] === before[SETTERS[map]])).toBe(true);
    expect(store.getSnapshot().pending).toHaveLength(1);
  });

  it("stores what the app says, and no pending call", () => {
    const { useAgent, storage } = app();
    useAgent.getState().setPendingDatasetWrite("a", { toolCallId: "a" });
    useAgent.getState().setIsOpen(true);
    expect(JSON.parse(storage.items.get(KEY) ?? "")).toEqual({
      state: { isOpen: true, permissions: { edits: "manual" }, capabilities: { "subagents.enabled": false, "web.access": false } },
      version: 0,
    });
  });

  it("names its actions for the developer's tools", () => {
    const sent: unknown[] = [];
    const connection = { init: () => undefined, subscribe: () => () => undefined, send: (action: unknown) => sent.push(action) };
    vi.stubGlobal("__REDUX_DEVTOOLS_EXTENSION__", { connect: () => connection });
    if (!("window" in globalThis)) vi.stubGlobal("window", globalThis);
    const { store, useAgent } = app();
    store.registerHandler("save_prompt", { apply: () => undefined });
    useAgent.getState().setPendingDatasetWrite("a", { toolCallId: "a" });
    useAgent.getState().markToolCallInterrupted("a");
    store.propose({ toolCallId: "b", toolName: "save_prompt", input: {} });
    expect(sent).toEqual([{ type: "setPendingDatasetWrite" }, { type: "markToolCallInterrupted" }, { type: "followApprovals" }]);
  });
});

describe("the mode", () => {
  it("is the store's, both ways, in one notification", () => {
    const { store, agentStore } = agent();
    const heard = vi.fn<() => void>();
    agentStore.subscribe(heard);
    agentStore.getState().setPermissions({ edits: "bypass" });
    expect([store.getSnapshot().editPermission, agentStore.getState().permissions, heard.mock.calls.length]).toEqual(["bypass", { edits: "bypass" }, 1]);
    store.setEditPermission("manual");
    expect([agentStore.getState().permissions, heard.mock.calls.length]).toEqual([{ edits: "manual" }, 2]);
    agentStore.setState({ permissions: { edits: "bypass" } });
    expect(store.getSnapshot().editPermission).toBe("bypass");
  });

  it("decides what is proposed", () => {
    const { store, agentStore, sent } = agent();
    store.registerHandler("save_prompt", { apply: () => undefined });
    agentStore.getState().setPermissions({ edits: "bypass" });
    store.propose({ toolCallId: "a", toolName: "save_prompt", input: {} });
    expect(sent).toMatchObject([{ output: { acceptedBy: "auto" } }]);
  });

  it.each(["yolo", null, 1])("is never %s", (edits) => {
    const { store, agentStore } = agent();
    expect(() => agentStore.getState().setPermissions({ edits: edits as EditPermission })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    agentStore.setState({ permissions: { edits: edits as EditPermission } });
    expect([agentStore.getState().permissions.edits, store.getSnapshot().editPermission]).toEqual(["manual", "manual"]);
  });

  it("stays when the store changes it inside a listener that writes to the state", () => {
    const store = createApprovalStore({ onOutput: () => undefined });
    // It hears of it before the slice does.
    store.subscribe(() => agentStore.setState({ capabilities: { "subagents.enabled": true, "web.access": false } }));
    const agentStore = createAgentStore({ store });
    store.setEditPermission("bypass");
    expect([agentStore.getState().permissions.edits, store.getSnapshot().editPermission]).toEqual(["bypass", "bypass"]);
  });
});

describe.each([false, true])("what was stored (read later: %s)", (late) => {
  // In the original a stored bypass holds after a reload, and garbage is kept (defect 9).
  const stored = slices.vectors.filter(({ id }) => id.startsWith("rehydrate-permissions-")).map(({ id, input }) => [id, (input as { state: unknown }).state] as const);
  it.each([...stored, ["no mode", { permissions: {} }], ["no permissions", { permissions: null }]] as const)("is no mode: %s", async (_, state) => {
    const { store, useAgent, sent } = app({ stored: { isOpen: true, ...(state as object) }, late });
    store.registerHandler("save_prompt", { apply: () => undefined });
    await useAgent.persist.rehydrate();
    expect(useAgent.getState()).toMatchObject({ isOpen: true, permissions: { edits: "manual" } });
    store.propose({ toolCallId: "a", toolName: "save_prompt", input: {} });
    expect([store.getApproval("a")?.status, sent.length]).toEqual(["pending", 0]);
    useAgent.getState().setPermissions({ edits: "bypass" });
    expect(store.getSnapshot().editPermission).toBe("bypass");
  });

  it("is the mode from the first look on, also when it is read at once", () => {
    const { useAgent } = app({ stored: { permissions: { edits: "bypass" } } });
    expect(useAgent.getState().permissions.edits).toBe("manual");
  });

  // In the original a stray key comes back as calls without functions.
  it("is no pending call, and takes none away", async () => {
    const { store, useAgent } = app({ stored: { isOpen: true, pendingDatasetWritesByToolCallId: { stray: { toolCallId: "stray" } } }, late });
    await settleMicrotasks();
    expect(useAgent.getState()[DATASETS]).toEqual({});
    useAgent.getState().setPendingDatasetWrite("a", { toolCallId: "a" });
    await useAgent.persist.rehydrate();
    expect(Object.keys(useAgent.getState()[DATASETS])).toEqual(["a"]);
    expect(store.getSnapshot().pending).toHaveLength(1);
  });

  // An app without `partialize` stores all of its state.
  it("replaces nothing that lives on the page: questions, actions and marks, nor a function", async () => {
    const records = { pendingElicitationBySessionId: { s1: { toolCallId: "old", questions: [] } }, registeredClientActions: { save_prompt: {} }, locallyInterruptedToolCallIds: { old: true } };
    const stored = { isOpen: true, ...records, setCapability: {}, registerClientAction: null };
    const { useAgent, storage } = app({ stored, late });
    const action = async () => ({ ok: true }) as const;
    const asked = { toolCallId: "q", questions: [] };
    const { registerClientAction, setPendingElicitation, markToolCallInterrupted, setCapability } = useAgent.getState();
    const own = () => {
      const { isOpen, pendingElicitationBySessionId, registeredClientActions, locallyInterruptedToolCallIds } = useAgent.getState();
      return { isOpen, pendingElicitationBySessionId, registeredClientActions, locallyInterruptedToolCallIds };
    };
    expect(own()).toEqual({ isOpen: !late, pendingElicitationBySessionId: {}, registeredClientActions: {}, locallyInterruptedToolCallIds: {} });
    registerClientAction("load_dataset", action);
    setPendingElicitation("s1", asked);
    markToolCallInterrupted("m");
    const expected = { isOpen: true, pendingElicitationBySessionId: { s1: asked }, registeredClientActions: { load_dataset: action }, locallyInterruptedToolCallIds: { m: true } };
    await settleMicrotasks();
    expect(own()).toEqual(expected);
    useAgent.setState({ isOpen: false });
    storage.items.set(KEY, JSON.stringify({ state: stored, version: 0 }));
    await useAgent.persist.rehydrate();
    expect(own()).toEqual(expected);
    expect(useAgent.getState().pendingElicitationBySessionId["s1"]).toBe(asked);
    expect([useAgent.getState().setCapability, useAgent.getState().registerClientAction]).toEqual([setCapability, registerClientAction]);
  });

  it.each([
    ["switches that there are", { "web.access": true }, { "web.access": true }],
    ["no switches that there are not", { "web.access": true, "shell.access": true, __proto__: true, constructor: true }, { "web.access": true }],
    ["no other values", { "web.access": "yes", "subagents.enabled": 1 }, {}],
    ["not nothing", null, {}],
    ["no text", "web.access", {}],
    ["no list", [true], {}],
  ])("is capabilities, but %s", async (_, capabilities, taken) => {
    const { useAgent } = app({ stored: { capabilities }, late });
    await settleMicrotasks();
    expect(useAgent.getState().capabilities).toEqual({ "subagents.enabled": false, "web.access": false, ...taken });
    useAgent.getState().setCapability({ key: "subagents.enabled", enabled: true });
    expect(useAgent.getState().capabilities).toEqual({ "web.access": false, ...taken, "subagents.enabled": true });
  });

  it("leaves what the app has made of the slice as it is", async () => {
    const { store } = agent();
    const storage = storageOf({ permissions: { edits: "bypass" } }, late);
    const setCapability = vi.fn<AgentSlice["setCapability"]>();
    const action = async () => ({ ok: true }) as const;
    const useAgent = create<AgentSlice>()(
      persist((set, get, api) => ({ ...createAgentSlice({ store })(set, get, api), setCapability, registeredClientActions: { action } }), { name: KEY, storage: createJSONStorage(() => storage) }),
    );
    await settleMicrotasks();
    useAgent.getState().markToolCallInterrupted("a");
    expect(useAgent.getState()).toMatchObject({ setCapability, registeredClientActions: { action }, permissions: { edits: "manual" } });
  });
});

describe("what is written to the state beside its actions", () => {
  it("counts as if an action had done it", async () => {
    const test = agent();
    const [kept, gone, fresh] = [bind(test, "kept"), bind(test, "gone"), bind(test, "fresh")];
    test.set(DATASETS, "kept", kept);
    test.set(DATASETS, "gone", gone);
    test.agentStore.setState({ [DATASETS]: { kept, fresh } });
    expect(test.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual(["kept", "fresh"]);
    test.store.accept("fresh");
    await settleMicrotasks();
    expect(test.answers("fresh")).toMatchObject([{ output: { status: "accepted" } }]);
    test.agentStore.setState(test.agentStore.getInitialState(), true);
    expect([test.store.getSnapshot().pending, test.keys(DATASETS)]).toEqual([[], []]);
    expect(test.answers("kept").length + test.answers("gone").length).toBe(0);
  });

  it("is refused for a session that has ended", () => {
    const test = agent();
    test.store.endSession("s1");
    test.agentStore.setState({ [DATASETS]: { late: bind(test, "late", { sessionId: "s1" }), other: bind(test, "other") } });
    expect([test.keys(DATASETS), test.answers("late").length]).toEqual([["other"], 1]);
  });
});

it("has the app's own types of entries", () => {
  interface PendingSave extends PendingEntry {
    readonly promptName: string;
  }
  const store = createApprovalStore({ onOutput: () => undefined });
  const useAgent = create<AgentSlice<{ pendingSavePromptsByToolCallId: PendingSave }>>()(createAgentSlice<{ pendingSavePromptsByToolCallId: PendingSave }>({ store }));
  const state = useAgent.getState();
  expectTypeOf(state.setPendingSavePrompt).toBeCallableWith("a", { toolCallId: "a", promptName: "greeting" });
  // @ts-expect-error It has no name.
  state.setPendingSavePrompt("a", { toolCallId: "a" });
  expectTypeOf(state.pendingSavePromptsByToolCallId["a"]).toEqualTypeOf<PendingSave | undefined>();
  expectTypeOf(state.pendingLoadDatasetsByToolCallId["a"]).toEqualTypeOf<PendingEntry | ApprovalEntry | undefined>();
  store.dispose();
});
