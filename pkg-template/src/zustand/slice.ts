import type { StateCreator, StoreApi } from "zustand/vanilla";
import { inputText } from "../input-text.js";
import { createRecent } from "../recent.js";
import type { ApprovalStore } from "../types.js";
import { type Calls, CALLS } from "../claim.js";
import { type Adoption, adoptionOf, createAdopter, QUESTIONS, questionsAdoption, quietly } from "./adopt.js";
import { createActions } from "./actions.js";
import { createNextState, type NextState, type Patch, type PendingMap, type Update } from "./next-state.js";
import { FAMILIES, PENDING_MAPS, type PendingMapName, type PendingSetterName } from "./families.js";
import { createFollowing } from "./following.js";
import type { AgentFacts, AgentSlice, Capabilities, PendingElicitation, PendingEntry } from "./types.js";

type SetPending = (toolCallId: string, entry: PendingEntry | null | undefined) => void;

/** What a store that is persisted has beside its own. */
interface Persisted {
  readonly persist?: { readonly hasHydrated: () => boolean };
}

/** The page's capabilities with the switches that were stored of them. */
function withSwitches(page: Capabilities, stored: unknown): Capabilities {
  const switches = Object.entries(stored ?? {}).filter(([key, enabled]) => Object.hasOwn(page, key) && typeof enabled === "boolean");
  return { ...page, ...(Object.fromEntries(switches) as Partial<Capabilities>) };
}

type Questions = AgentSlice[typeof QUESTIONS];

function questionsIn(questions: Questions, sessionId: string): PendingElicitation | undefined {
  return Object.hasOwn(questions, sessionId) ? questions[sessionId] : undefined;
}

function emptyMaps(): Record<PendingMapName, PendingMap> {
  return Object.fromEntries(PENDING_MAPS.map((name) => [name, {}])) as Record<PendingMapName, PendingMap>;
}

export function createSlice(store: ApprovalStore): StateCreator<AgentSlice> {
  return (set, get, api) => {
    /** The slice as its actions wrote it. What differs was written by somebody else. */
    let known: AgentSlice;
    const written = (state: AgentSlice): (keyof AgentSlice)[] => keys.filter((key) => state[key] !== known[key]);
    /** While it is not 0, an action is about to write what changes. */
    let acting = 0;
    let beforeNews: (() => void) | undefined;
    /** Calls that ended because the app took their entries away, with their generations: the app answers those. */
    const leftToApp = createRecent<number>();
    /** What calls were dispatched with. */
    const inputs = createRecent<string>();

    // Middleware takes a name for what is done.
    const setNamed: (patch: Patch, replace: false, action: { readonly type: string }) => void = set;
    const write = ({ patch }: NextState, type: string): void => {
      known = { ...known, ...patch };
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
        if (result === "settled") {
          following.leaveToApp(toolCallId);
          leftToApp.set(toolCallId, approval.generation);
        }
      });
    };

    const ended = (adoption: Adoption, interrupted: boolean): void => {
      const { place, toolCallId, entry, sessionId = "" } = adoption;
      const next = createNextState(get());
      if (place === QUESTIONS) next.unask(sessionId, toolCallId);
      else next.removeIf(place, toolCallId, entry);
      if (interrupted) next.mark(toolCallId);
      following.leaveToApp(toolCallId);
      writeChanges(next);
    };

    // Before anybody else hears that a call is settled, its entry is gone: nobody can use it then.
    store.on("settled", () => beforeNews?.());
    const adopter = createAdopter(store, ended);
    const following = createFollowing(store, (toolCallId) => adopter.get(toolCallId) !== undefined, refresh);

    /** The app takes an entry away: its call is answered by the app. */
    const release = (place: Adoption["place"], toolCallId: string): void => {
      const left = adopter.leave(place, toolCallId);
      if (following.giveUp(toolCallId, place) !== undefined || left) withdraw(toolCallId);
    };

    const takeAway = (place: Adoption["place"], toolCallId: string, type: string, remove: (next: NextState) => void): void => {
      let cleared = false;
      const outer = beforeNews;
      const clear = (): void => {
        if (cleared) return;
        cleared = true;
        beforeNews = outer;
        update(type, remove);
      };
      beforeNews = clear;
      try {
        act(() => release(place, toolCallId));
      } finally {
        clear();
      }
      refresh();
    };

    /** Tells whether the entry is to be shown. */
    const adopt = (map: PendingMapName, toolCallId: string, entry: PendingEntry): boolean =>
      following.isMade(toolCallId, entry) || (!following.wasMade(entry) && adopter.adopt(adoptionOf(map, toolCallId, entry), "review"));

    const setPending = (map: PendingMapName, type: string): SetPending => (toolCallId, entry) => {
      if (!entry) {
        takeAway(map, toolCallId, type, (next) => next.remove(map, toolCallId));
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
          if (instead !== undefined && instead.place !== map && instead.place !== QUESTIONS) next.removeIf(instead.place, toolCallId, instead.entry);
          next.put(map, toolCallId, entry);
          next.unmark(toolCallId);
        },
        () => {
          shown = adopt(map, toolCallId, entry);
        },
      );
    };

    /** Takes in what was written to the state beside its actions. */
    const takeIn = (state: AgentSlice): void => {
      const before = known;
      known = state;
      const back = createNextState(state);
      for (const name of PENDING_MAPS) {
        const after: PendingMap | undefined = state[name];
        if (after === before[name]) continue;
        if (typeof after === "object") act(() => compare(name, before[name], after));
        else back.patch[name] = before[name];
      }
      const questions: Questions | undefined = state[QUESTIONS];
      if (questions !== before[QUESTIONS]) {
        if (typeof questions === "object") act(() => compareQuestions(before[QUESTIONS], questions));
        else back.patch[QUESTIONS] = before[QUESTIONS];
      }
      const edits: unknown = state.permissions?.edits;
      if (state.permissions !== before.permissions && (edits === "manual" || edits === "bypass")) act(() => quietly(() => store.setEditPermission(edits)));
      writeChanges(back);
      refresh();
    };

    /** Puts what lives on the page in the place of what was stored, which is not believed, but for switches. */
    const putBack = (state: AgentSlice, page: AgentSlice): void => {
      const back = createNextState(state);
      for (const key of written(state)) {
        if (key === "capabilities") back.patch.capabilities = withSwitches(page.capabilities, state.capabilities);
        else if (state[key] !== page[key]) Object.assign(back.patch, { [key]: page[key] });
      }
      writeChanges(back);
      refresh();
    };

    const compare = (name: PendingMapName, before: PendingMap, after: PendingMap): void => {
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
      if (written(state).length === 0) return;
      const { persist } = api as StoreApi<AgentSlice> & Persisted;
      if (before !== undefined && persist?.hasHydrated() !== false) takeIn(state);
      else putBack(state, before ?? (persist === undefined ? known : api.getInitialState()));
    });

    /** Tells whether the questions are to be shown. */
    const ask = (sessionId: string, questions: PendingElicitation): boolean =>
      following.isMade(questions.toolCallId, questions) || (!following.wasMade(questions) && adopter.adopt(questionsAdoption(sessionId, questions), "review"));

    const compareQuestions = (before: Questions, after: Questions): void => {
      for (const [sessionId, questions] of Object.entries(before)) {
        if (questions !== undefined && questionsIn(after, sessionId)?.toolCallId !== questions.toolCallId) release(QUESTIONS, questions.toolCallId);
      }
      for (const [sessionId, questions] of Object.entries(after)) {
        if (questions === undefined || questionsIn(before, sessionId) === questions || ask(sessionId, questions)) continue;
        const next = createNextState(get());
        next.unask(sessionId, questions.toolCallId);
        writeChanges(next);
      }
    };

    const setPendingElicitation: AgentFacts["setPendingElicitation"] = (sessionId, questions) => {
      const type = "setPendingElicitation";
      const before = questionsIn(get()[QUESTIONS], sessionId);
      if (!questions) {
        takeAway(QUESTIONS, before?.toolCallId ?? "", type, (next) => next.unask(sessionId));
        return;
      }
      const { toolCallId } = questions;
      let shown = false;
      update(
        type,
        (next) => (shown ? next.ask(sessionId, questions) : next.unask(sessionId, toolCallId)),
        () => {
          shown = ask(sessionId, questions);
          if (before !== undefined && before.toolCallId !== toolCallId) release(QUESTIONS, before.toolCallId);
        },
      );
    };

    const calls: Calls = {
      slice: adopter,
      isOver: (toolCallId, input) => {
        const approval = store.getApproval(toolCallId);
        const asked = inputText(input);
        const before = inputs.get(toolCallId) ?? (approval === undefined ? asked : inputText(approval.proposed));
        inputs.set(toolCallId, asked);
        const isMarked = Object.hasOwn(get().locallyInterruptedToolCallIds, toolCallId);
        return (approval?.outcome !== undefined || isMarked) && asked === before;
      },
      takeBack: (toolCallId) => {
        const approval = store.getApproval(toolCallId);
        if (approval?.status === "applying" || adopter.claimOf(toolCallId)?.state() === "decided") return false;
        if (approval === undefined) return true;
        if (approval.outcome === undefined) {
          const adoption = adopter.get(toolCallId);
          const place = adoption?.place ?? following.placeOf(toolCallId);
          const { sessionId = "" } = approval;
          if (place !== QUESTIONS && place !== undefined) get()[FAMILIES[place].setter](toolCallId, null);
          else if (questionsIn(get()[QUESTIONS], sessionId)?.toolCallId === toolCallId) get().setPendingElicitation(sessionId, null);
          act(() => withdraw(toolCallId));
          refresh();
          // What was taken away answers nothing, also where the ledger has ended it in that very step.
          if (adoption !== undefined) return true;
        }
        return leftToApp.get(toolCallId) === approval.generation;
      },
      answered: leftToApp.delete,
      sendAgain: (toolCallId) => {
        // Whoever decided hears of it when it fails again.
        adopter.claimOf(toolCallId)?.sendAgain().catch(() => undefined);
        const approval = store.getApproval(toolCallId);
        if (approval?.outcome !== undefined && approval.delivery === "undelivered") store.redeliver(toolCallId);
      },
      acceptAtOnce: () => undefined,
    };
    const callsOfMap = (map: PendingMapName): Calls => ({
      ...calls,
      acceptAtOnce: (toolCallId, entry) => void adopter.adopt(adoptionOf(map, toolCallId, entry as PendingEntry), "once"),
    });

    const setters = {} as Record<PendingSetterName<PendingMapName>, SetPending>;
    for (const name of PENDING_MAPS) {
      const { setter } = FAMILIES[name];
      setters[setter] = Object.assign(setPending(name, setter), { [CALLS]: callsOfMap(name) });
    }
    const actions = createActions(store, get, update);
    const next = createNextState({ ...emptyMaps(), ...setters, ...actions, setPendingElicitation: Object.assign(setPendingElicitation, { [CALLS]: calls }), ...{ [CALLS]: calls } });
    following.follow(next);
    known = { ...next.state, ...next.patch };
    const keys = Object.keys(known) as (keyof AgentSlice)[];
    return known;
  };
}
