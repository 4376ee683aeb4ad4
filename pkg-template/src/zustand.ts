import { createStore, type StateCreator, type StoreApi } from "zustand/vanilla";
import { createSlice } from "./zustand/slice.js";
import type { AgentSlice, AgentSliceOptions, EntryTypes } from "./zustand/types.js";

/**
 * The state of an agent's pending calls for a Zustand store, with the approval store as the ledger under
 * it. It works alone, as a slice of a larger state, and inside middleware.
 */
export function createAgentSlice<Entries extends EntryTypes = EntryTypes>({ store }: AgentSliceOptions): StateCreator<AgentSlice<Entries>> {
  // The maps hold what the app puts in, and entries that are made here.
  return createSlice(store) as unknown as StateCreator<AgentSlice<Entries>>;
}

/** A Zustand store that holds the slice and nothing else. */
export function createAgentStore<Entries extends EntryTypes = EntryTypes>(options: AgentSliceOptions): StoreApi<AgentSlice<Entries>> {
  return createStore<AgentSlice<Entries>>()(createAgentSlice<Entries>(options));
}

export { clearPending } from "./zustand/families.js";
export { DRAFT_SESSION_ID } from "./zustand/actions.js";
export { waitForRegisteredClientActions } from "./zustand/client-actions.js";
export { type ChatStates, selectIsSessionOccupied } from "./zustand/occupied.js";
export type { PendingMapName, PendingSetterName } from "./zustand/families.js";
export type * from "./zustand/types.js";
