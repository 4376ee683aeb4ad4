import type { AgentSlice, ClientAction, PendingEntry } from "countersign/zustand";
import { createStore } from "zustand/vanilla";
import { type MapName, MAPS, SETTERS } from "./harness.ts";

type PlainMap = Readonly<Record<string, PendingEntry | undefined>>;

export interface PlainState extends Readonly<Record<MapName, PlainMap>> {
  readonly pendingElicitationBySessionId: AgentSlice["pendingElicitationBySessionId"];
  readonly locallyInterruptedToolCallIds: AgentSlice["locallyInterruptedToolCallIds"];
  readonly registeredClientActions: AgentSlice["registeredClientActions"];
  readonly permissions: AgentSlice["permissions"];
  readonly capabilities: AgentSlice["capabilities"];
}

function set<T>(map: Readonly<Record<string, T | undefined>>, key: string, value: T | null | undefined): Readonly<Record<string, T | undefined>> {
  if (value) return { ...map, [key]: value };
  const copy = { ...map };
  Reflect.deleteProperty(copy, key);
  return copy;
}

/** The slice as the app has it without a ledger: spread to set, copied to clear. */
export function createPlainSlice() {
  const store = createStore<PlainState>()(() => ({
    ...(Object.fromEntries(MAPS.map((name) => [name, {}])) as Record<MapName, PlainMap>),
    pendingElicitationBySessionId: {},
    locallyInterruptedToolCallIds: {},
    registeredClientActions: {},
    permissions: { edits: "manual" },
    capabilities: { "subagents.enabled": false, "web.access": false },
  }));
  const setters = Object.fromEntries(
    MAPS.map((name) => [
      SETTERS[name],
      (toolCallId: string, entry: PendingEntry | null | undefined) => store.setState((state) => ({ [name]: set(state[name], toolCallId, entry) })),
    ]),
  ) as Record<(typeof SETTERS)[MapName], (toolCallId: string, entry: PendingEntry | null | undefined) => void>;
  const actions = {
    ...setters,
    setPendingElicitation: (sessionId: string, elicitation: { toolCallId: string; questions: unknown } | null) =>
      store.setState((state) => ({ pendingElicitationBySessionId: set(state.pendingElicitationBySessionId, sessionId, elicitation) })),
    markToolCallInterrupted: (toolCallId: string) =>
      store.setState((state) =>
        state.locallyInterruptedToolCallIds[toolCallId] === true
          ? state
          : { locallyInterruptedToolCallIds: { ...state.locallyInterruptedToolCallIds, [toolCallId]: true } },
      ),
    registerClientAction: (name: string, action: ClientAction) =>
      store.setState((state) => ({ registeredClientActions: { ...state.registeredClientActions, [name]: action } })),
    unregisterClientAction: (name: string) =>
      store.setState((state) => (name in state.registeredClientActions ? { registeredClientActions: set(state.registeredClientActions, name, null) } : state)),
    setPermissions: (patch: Partial<AgentSlice["permissions"]>) => store.setState((state) => ({ permissions: { ...state.permissions, ...patch } })),
    setCapability: ({ key, enabled }: { key: keyof AgentSlice["capabilities"]; enabled: boolean }) =>
      store.setState((state) => ({ capabilities: { ...state.capabilities, [key]: enabled } })),
  };
  return { store, actions };
}
