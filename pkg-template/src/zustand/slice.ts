import type { StateCreator, StoreApi } from "zustand/vanilla";
import type { ApprovalStore } from "../types.js";
import { type Adoption, createAdopter, quietly } from "./adopt.js";
import { createActions } from "./actions.js";
import { createNextState, type NextState, type Patch, type PendingMap, type Update } from "./next-state.js";
import { FAMILIES, PENDING_MAPS, type PendingMapName, type PendingSetterName } from "./families.js";
import { createFollowing } from "./following.js";
import type { AgentSlice, PendingEntry } from "./types.js";

type SetPending = (toolCallId: string, entry: PendingEntry | null | undefined) => void;

/** What a store that is persisted has beside its own. */
interface Persisted {
  readonly persist?: { readonly hasHydrated: () => boolean };
}

function emptyMaps(): Record<PendingMapName, PendingMap> {
  return Object.fromEntries(PENDING_MAPS.map((name) => [name, {}])) as Record<PendingMapName, PendingMap>;
}

export function createSlice(store: ApprovalStore): StateCreator<AgentSlice> {
  return (set, get, api) => {
    /** The maps and the mode as the slice wrote them. Others were written by somebody else. */
    const known = emptyMaps();
    let permissions: AgentSlice["permissions"] | undefined;
    /** While it is not 0, an action is about to write what changes. */
    let acting = 0;
    let beforeNews: (() => void) | undefined;

    // Middleware takes a name for what is done.
    const setNamed: (patch: Patch, replace: false, action: { readonly type: string }) => void = set;
    const write = ({ patch }: NextState, type: string): void => {
      for (const name of PENDING_MAPS) known[name] = patch[name] ?? known[name];
      permissions = patch.permissions ?? permissions;
      setNamed(patch, false, { type });
    };

    const act = (work: () => void): void => {
      acting += 1;
      try {
        work();
      } finally {
        acting -= 1;
      }
    };

    const update: Update = (type, change, first) => {
      if (first !== undefined) act(first);
      const next = createNextState(get());
      following.follow(next);
      change(next);
      write(next, type);
    };

    const writeChanges = (next: NextState): void => {
      if (!next.isEmpty()) write(next, "followApprovals");
    };

    const refresh = (): void => {
      if (acting > 0) return;
      const next = createNextState(get());
      following.follow(next);
      writeChanges(next);
    };

    /** Ends a call that the app has answered, or is about to. */
    const withdraw = (toolCallId: string): void => {
      const approval = store.getApproval(toolCallId);
      if (approval?.status !== "pending" && approval?.status !== "proposed") return;
      quietly(() => {
        const { result } = store.cancel(toolCallId, { generation: approval.generation, answered: true });
        if (result === "settled") following.leaveToApp(toolCallId);
      });
    };

    const ended = ({ map, toolCallId, entry }: Adoption, interrupted: boolean): void => {
      const next = createNextState(get());
      next.removeIf(map, toolCallId, entry);
      if (interrupted) next.mark(toolCallId);
      following.leaveToApp(toolCallId);
      writeChanges(next);
    };

    // Before anybody else hears that a call is settled, its entry is gone: nobody can use it then.
    store.on("settled", () => beforeNews?.());
    const adopter = createAdopter(store, ended);
    const following = createFollowing(store, adopter.has, refresh);

    /** The app takes an entry away: its call is answered by the app. */
    const release = (map: PendingMapName, toolCallId: string): void => {
      const left = adopter.leave(map, toolCallId);
      if (following.giveUp(toolCallId, map) !== undefined || left) withdraw(toolCallId);
    };

    const takeAway = (map: PendingMapName, toolCallId: string, type: string): void => {
      let cleared = false;
      const outer = beforeNews;
      const clear = (): void => {
        if (cleared) return;
        cleared = true;
        beforeNews = outer;
        update(type, (next) => next.remove(map, toolCallId));
      };
      beforeNews = clear;
      try {
        act(() => release(map, toolCallId));
      } finally {
        clear();
      }
      refresh();
    };

    /** Tells whether the entry is to be shown. */
    const adopt = (map: PendingMapName, toolCallId: string, entry: PendingEntry): boolean =>
      following.isMade(toolCallId, entry) || adopter.adopt({ map, toolCallId, entry });

    const setPending = (map: PendingMapName, type: string): SetPending => (toolCallId, entry) => {
      if (!entry) {
        takeAway(map, toolCallId, type);
        return;
      }
      let shown = false;
      update(
        type,
        (next) => {
          if (!shown) {
            next.removeIf(map, toolCallId, entry);
            return;
          }
          const instead = following.isMade(toolCallId, entry) ? undefined : following.giveUp(toolCallId);
          // One call, one entry.
          if (instead !== undefined && instead.map !== map) next.removeIf(instead.map, toolCallId, instead.entry);
          next.put(map, toolCallId, entry);
          next.unmark(toolCallId);
        },
        () => {
          shown = adopt(map, toolCallId, entry);
        },
      );
    };

    /** Takes in what was written to the state beside its actions. Nothing that was stored is believed. */
    const takeIn = (state: AgentSlice, stored: boolean): void => {
      const foreign = PENDING_MAPS.filter((name) => state[name] !== known[name]);
      const modeIsForeign = state.permissions !== permissions;
      if (foreign.length === 0 && !modeIsForeign) return;
      permissions = state.permissions;
      const back = createNextState(state);
      for (const name of foreign) {
        const after: PendingMap | undefined = state[name];
        if (stored || typeof after !== "object") back.patch[name] = known[name];
        else act(() => compare(name, known[name], after));
      }
      const edits: unknown = permissions?.edits;
      if (modeIsForeign && !stored && (edits === "manual" || edits === "bypass")) act(() => quietly(() => store.setEditPermission(edits)));
      writeChanges(back);
      refresh();
    };

    const compare = (name: PendingMapName, before: PendingMap, after: PendingMap): void => {
      known[name] = after;
      for (const toolCallId of Object.keys(before)) {
        if (!Object.hasOwn(after, toolCallId)) release(name, toolCallId);
      }
      for (const [toolCallId, entry] of Object.entries(after)) {
        const same = Object.hasOwn(before, toolCallId) && before[toolCallId] === entry;
        if (same || entry === undefined || adopt(name, toolCallId, entry)) continue;
        const next = createNextState(get());
        next.removeIf(name, toolCallId, entry);
        writeChanges(next);
      }
    };

    // While the state is made there is none before it.
    api.subscribe((state, before: AgentSlice | undefined) => {
      const { persist } = api as StoreApi<AgentSlice> & Persisted;
      takeIn(state, before === undefined || persist?.hasHydrated() === false);
    });

    const setters = {} as Record<PendingSetterName<PendingMapName>, SetPending>;
    for (const name of PENDING_MAPS) {
      const { setter } = FAMILIES[name];
      setters[setter] = setPending(name, setter);
    }
    const next = createNextState({ ...emptyMaps(), ...setters, ...createActions(store, get, update) });
    following.follow(next);
    const state = { ...next.state, ...next.patch };
    for (const name of PENDING_MAPS) known[name] = state[name];
    permissions = state.permissions;
    return state;
  };
}
