import type { ToolOutput } from "countersign";
import { type AgentSlice, DRAFT_SESSION_ID, type PendingEntry } from "countersign/zustand";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settleMicrotasks } from "../harness.ts";
import { type Agent, agent, bind, type BoundEntry, type MapName, MAPS, SETTERS } from "./harness.ts";
import { createPlainSlice, type PlainState } from "./plain-slice.ts";

const DATA = [...MAPS, "pendingElicitationBySessionId", "locallyInterruptedToolCallIds", "registeredClientActions", "permissions", "capabilities"] as const;

// Few names, so that they meet; one that sorts first, and one that is JavaScript's own.
const IDS = ["c1", "c2", "7", "constructor"] as const;
const SESSIONS = ["s1", "s2", DRAFT_SESSION_ID] as const;
/** A call is of one conversation, or of none. */
const SESSION_OF = { c1: undefined, c2: "s1", "7": "s2", constructor: DRAFT_SESSION_ID } as const;

type Command =
  | { readonly do: "set"; readonly map: MapName; readonly id: (typeof IDS)[number]; readonly cancels: boolean }
  | { readonly do: "clear"; readonly map: MapName; readonly id: string; readonly with: null | undefined }
  | { readonly do: "decide"; readonly entry: number; readonly by: "accept" | "reject" | "cancel" }
  | { readonly do: "setAgain"; readonly entry: number }
  | { readonly do: "mark" | "register" | "unregister"; readonly name: string }
  | { readonly do: "ask"; readonly session: string; readonly as: "clear" | "plain" | "own cancel" }
  | { readonly do: "clearSession"; readonly session: string }
  | { readonly do: "permit"; readonly edits: "manual" | "bypass" | undefined }
  | { readonly do: "enable"; readonly key: "subagents.enabled" | "web.access"; readonly enabled: boolean }
  | { readonly do: "subscribe" | "unsubscribe" };

const id = fc.constantFrom(...IDS);
// Often one of two, so that they meet.
const map = fc.oneof(fc.constantFrom(...MAPS.slice(0, 2)), fc.constantFrom(...MAPS));
const name = fc.constantFrom("m1", "m2");
const session = fc.constantFrom(...SESSIONS);
const entry = fc.nat(9);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("set" as const), map, id, cancels: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("clear" as const), map, id, with: fc.constantFrom(null, undefined) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("decide" as const), entry, by: fc.constantFrom("accept" as const, "reject" as const, "cancel" as const) }) },
  fc.record({ do: fc.constant("setAgain" as const), entry }),
  fc.record({ do: fc.constantFrom("mark" as const, "register" as const, "unregister" as const), name: fc.oneof(name, id) }),
  fc.record({ do: fc.constant("ask" as const), session, as: fc.constantFrom("clear" as const, "plain" as const, "own cancel" as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("clearSession" as const), session }) },
  fc.record({ do: fc.constant("permit" as const), edits: fc.constantFrom("manual" as const, "bypass" as const, undefined) }),
  fc.record({ do: fc.constant("enable" as const), key: fc.constantFrom("subagents.enabled" as const, "web.access" as const), enabled: fc.boolean() }),
  fc.record({ do: fc.constantFrom("subscribe" as const, "unsubscribe" as const) }),
);

/** What components select of the state: what one of them draws is an object of the state, or a text. */
const SELECTORS: readonly (readonly [name: string, select: (state: PlainState) => unknown])[] = [
  ...MAPS.flatMap((key) => [
    ...IDS.map((toolCallId) => [`${key} ${toolCallId}`, (state: PlainState) => (Object.hasOwn(state[key], toolCallId) ? state[key][toolCallId] : undefined)] as const),
    [`ids of ${key}`, (state: PlainState) => Object.keys(state[key]).join()] as const,
  ]),
  ...SESSIONS.flatMap((sessionId) => [
    [`questions of ${sessionId}`, (state: PlainState) => state.pendingElicitationBySessionId[sessionId]] as const,
    [`calls of ${sessionId}`, (state: PlainState) => MAPS.reduce((sum, key) => sum + Object.values(state[key]).filter((value) => value?.sessionId === sessionId).length, 0)] as const,
  ]),
  ...IDS.map((toolCallId) => [`mark of ${toolCallId}`, (state: PlainState) => Object.hasOwn(state.locallyInterruptedToolCallIds, toolCallId)] as const),
  ["mode", (state) => state.permissions.edits],
  ["web", (state) => state.capabilities["web.access"]],
  ["action", (state) => state.registeredClientActions["m1"]],
];

interface Side {
  readonly getState: () => PlainState;
  readonly subscribe: (listener: (state: PlainState, before: PlainState) => void) => () => void;
  readonly actions: () => Pick<
    AgentSlice,
    "setPermissions" | "setCapability" | "markToolCallInterrupted" | "unregisterClientAction" | "setPendingElicitation" | "clearSessionEphemeralState"
  > & {
    readonly registerClientAction: (name: string, action: () => Promise<{ ok: true }>) => unknown;
  };
  readonly set: Agent["set"];
  readonly sent: ToolOutput[];
}

/** Drives one store, and says after each command all that can be seen of it. */
function play(side: Side) {
  const entries: { readonly map: MapName; readonly bound: BoundEntry }[] = [];
  const asked: unknown[] = [];
  const listeners: (() => void)[] = [];
  let heard: { readonly listener: number; readonly newest: boolean; readonly changed: string; readonly selected: string }[] = [];
  const deleted = new Set<string>();
  const action = async () => ({ ok: true }) as const;
  /** What only one of the two stores has, as what it is the same of in both. */
  const shownAs = (value: unknown): unknown => {
    if (value === action) return "the action";
    const number = entries.findIndex(({ bound }) => bound === value);
    if (number >= 0) return `entry ${number}`;
    return asked.includes(value) ? `questions ${asked.indexOf(value)}` : value;
  };

  const run = (next: Command): void => {
    switch (next.do) {
      case "set": {
        const sessionId = SESSION_OF[next.id];
        const binding = { map: next.map, cancels: next.cancels, preview: { number: entries.length }, ...(sessionId === undefined ? {} : { sessionId }) };
        const bound = bind(side, next.id, binding);
        entries.push({ map: next.map, bound });
        return side.set(next.map, next.id, bound);
      }
      case "clear":
        return side.set(next.map, next.id, next.with);
      case "decide":
        return void entries[next.entry]?.bound[next.by]?.();
      case "setAgain": {
        const again = entries[next.entry];
        return again && side.set(again.map, again.bound.toolCallId, again.bound);
      }
      case "mark":
        return side.actions().markToolCallInterrupted(next.name);
      case "register":
        return void side.actions().registerClientAction(next.name, action);
      case "unregister":
        return side.actions().unregisterClientAction(next.name);
      case "ask": {
        const toolCallId = `questions of ${next.session}`;
        const cancel = (): void => {
          side.actions().setPendingElicitation(next.session, null);
          side.sent.push({ state: "output-error", tool: "ask_user", toolCallId, errorText: "CANCELLED" });
        };
        const questions = next.as === "clear" ? null : { toolCallId, questions: [], ...(next.as === "plain" ? {} : { cancel }) };
        asked.push(questions);
        return side.actions().setPendingElicitation(next.session, questions);
      }
      case "clearSession":
        if (next.session !== DRAFT_SESSION_ID) deleted.add(next.session);
        return side.actions().clearSessionEphemeralState(next.session);
      case "permit":
        return side.actions().setPermissions(next.edits === undefined ? {} : { edits: next.edits });
      case "enable":
        return side.actions().setCapability(next);
      case "subscribe": {
        const listener = listeners.length;
        listeners.push(
          side.subscribe((state, before) => {
            const selected = SELECTORS.filter(([, select]) => !Object.is(select(state), select(before)));
            heard.push({
              listener,
              newest: state === side.getState(),
              changed: DATA.filter((key) => state[key] !== before[key]).join(),
              selected: selected.map(([selector]) => selector).join(),
            });
          }),
        );
        return;
      }
      case "unsubscribe":
        return listeners.at(-1)?.();
    }
  };

  /** Whether calls are taken back by this. They are answered one by one, and the state follows each. */
  const takesBack = (next: Command): boolean => {
    if (next.do === "clearSession") return true;
    const of: PendingEntry | undefined = next.do === "setAgain" ? entries[next.entry]?.bound : undefined;
    const sessionId = next.do === "set" ? SESSION_OF[next.id] : of?.sessionId;
    return typeof sessionId === "string" && deleted.has(sessionId);
  };

  return {
    entries,
    step: async (next: Command) => {
      const before = side.getState();
      run(next);
      const now = side.getState();
      await settleMicrotasks();
      const after = side.getState();
      const [told, sent] = [heard, side.sent.splice(0)];
      heard = [];
      const oneByOne = takesBack(next);
      const texts = sent.map((output) => JSON.stringify(output));
      return {
        same: now === before,
        changed: DATA.filter((key) => now[key] !== before[key]),
        stayed: after === now,
        maps: MAPS.map((key) => Object.entries(after[key]).map(([toolCallId, value]) => [toolCallId, shownAs(value)])),
        // Calls of a session are marked in any order.
        marks: Object.keys(after.locallyInterruptedToolCallIds).toSorted(),
        facts: DATA.slice(MAPS.length + 1).map((key) => key !== "locallyInterruptedToolCallIds" && JSON.stringify(after[key])),
        questions: JSON.stringify(after.pendingElicitationBySessionId),
        selected: SELECTORS.map(([, select]) => shownAs(select(after))),
        stable: SELECTORS.filter(([, select]) => Object.is(select(before), select(after))).map(([selector]) => selector),
        heard: oneByOne ? [...new Set(told.map(({ listener }) => listener))] : told,
        sent: oneByOne ? texts.toSorted() : texts,
      };
    },
  };
}

/** The words of the ledger are its own. */
const plainWords = (output: ToolOutput): ToolOutput =>
  output.state === "output-error" && output.errorText !== "CANCELLED" ? { state: "output-error", tool: output.tool, toolCallId: output.toolCallId, errorText: "LEDGER" } : output;

it("does what a plain slice does: states, identities, selections, notifications, orders and answers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      const taken: ToolOutput[] = [];
      const ours = agent({ onOutput: (output) => void taken.push(plainWords(output)) });
      const sent: ToolOutput[] = [];
      const plain = createPlainSlice((toolCallId) => void sent.push({
        state: "output-error",
        tool: toolCallId.startsWith("questions") ? "ask_user" : "add_dataset_examples",
        toolCallId,
        errorText: "LEDGER",
      }));
      const a = play({
        getState: ours.agentStore.getState,
        subscribe: ours.agentStore.subscribe,
        actions: ours.agentStore.getState,
        set: ours.set,
        sent: taken,
      });
      const b = play({
        getState: plain.store.getState,
        subscribe: plain.store.subscribe,
        actions: () => plain.actions,
        set: (name, toolCallId, value) => plain.actions[SETTERS[name]](toolCallId, value),
        sent,
      });
      for (const next of commands) {
        expect(await a.step(next)).toEqual(await b.step(next));
        // What the ledger has is in a map, as the app's own entry, or among the questions.
        const { pendingElicitationBySessionId: questions } = ours.agentStore.getState();
        const asked = Object.values(questions).map((asking) => asking?.toolCallId);
        const shown = new Set<unknown>([...MAPS.flatMap((key) => Object.keys(ours.agentStore.getState()[key])), ...asked]);
        expect(ours.store.getSnapshot().pending.filter(({ toolCallId }) => !shown.has(toolCallId))).toEqual([]);
      }
      expect(ours.agentStore.getState().permissions.edits).toBe(ours.store.getSnapshot().editPermission);
      for (const key of MAPS) for (const toolCallId of Object.keys(ours.agentStore.getState()[key])) ours.set(key, toolCallId, null);
      for (const session of Object.keys(ours.agentStore.getState().pendingElicitationBySessionId)) ours.agentStore.getState().setPendingElicitation(session, null);
      expect(ours.store.getSnapshot().pending).toEqual([]);
      expect(taken).toEqual([]);
      ours.store.dispose();
    }),
    { numRuns: 600 },
  );
}, 60_000);
