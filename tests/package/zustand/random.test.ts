import type { ToolOutput } from "countersign";
import type { AgentSlice } from "countersign/zustand";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settleMicrotasks } from "../harness.ts";
import { type Agent, agent, bind, type BoundEntry, type MapName, MAPS, SETTERS } from "./harness.ts";
import { createPlainSlice, type PlainState } from "./plain-slice.ts";

const DATA = [...MAPS, "pendingElicitationBySessionId", "locallyInterruptedToolCallIds", "registeredClientActions", "permissions", "capabilities"] as const;

type Command =
  | { readonly do: "set"; readonly map: MapName; readonly id: string; readonly cancels: boolean }
  | { readonly do: "clear"; readonly map: MapName; readonly id: string; readonly with: null | undefined }
  | { readonly do: "decide"; readonly entry: number; readonly by: "accept" | "reject" | "cancel" }
  | { readonly do: "setAgain"; readonly entry: number }
  | { readonly do: "mark" | "register" | "unregister"; readonly name: string }
  | { readonly do: "ask"; readonly session: string; readonly clear: boolean }
  | { readonly do: "permit"; readonly edits: "manual" | "bypass" | undefined }
  | { readonly do: "enable"; readonly key: "subagents.enabled" | "web.access"; readonly enabled: boolean }
  | { readonly do: "subscribe" | "unsubscribe" };

// Few names, so that they meet; one that sorts first, and one that is JavaScript's own.
const id = fc.constantFrom("c1", "c2", "7", "constructor");
const map = fc.constantFrom(...MAPS.slice(0, 4));
const name = fc.constantFrom("m1", "m2");
const entry = fc.nat(9);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("set" as const), map, id, cancels: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("clear" as const), map, id, with: fc.constantFrom(null, undefined) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("decide" as const), entry, by: fc.constantFrom("accept" as const, "reject" as const, "cancel" as const) }) },
  fc.record({ do: fc.constant("setAgain" as const), entry }),
  fc.record({ do: fc.constantFrom("mark" as const, "register" as const, "unregister" as const), name }),
  fc.record({ do: fc.constant("ask" as const), session: name, clear: fc.boolean() }),
  fc.record({ do: fc.constant("permit" as const), edits: fc.constantFrom("manual" as const, "bypass" as const, undefined) }),
  fc.record({ do: fc.constant("enable" as const), key: fc.constantFrom("subagents.enabled" as const, "web.access" as const), enabled: fc.boolean() }),
  fc.record({ do: fc.constantFrom("subscribe" as const, "unsubscribe" as const) }),
);

interface Side {
  readonly getState: () => PlainState;
  readonly subscribe: (listener: (state: PlainState, before: PlainState) => void) => () => void;
  readonly actions: () => Pick<AgentSlice, "setPermissions" | "setCapability" | "markToolCallInterrupted" | "unregisterClientAction" | "setPendingElicitation"> & {
    readonly registerClientAction: (name: string, action: () => Promise<{ ok: true }>) => unknown;
  };
  readonly set: Agent["set"];
  readonly sent: ToolOutput[];
}

/** Drives one store, and says after each command all that can be seen of it. */
function play(side: Side) {
  const entries: { readonly map: MapName; readonly bound: BoundEntry }[] = [];
  const listeners: (() => void)[] = [];
  const heard: string[] = [];
  const action = async () => ({ ok: true }) as const;
  const numberOf = (value: unknown): number => entries.findIndex(({ bound }) => bound === value);

  const run = (next: Command): void => {
    switch (next.do) {
      case "set": {
        const bound = bind(side, next.id, { map: next.map, cancels: next.cancels, preview: { number: entries.length } });
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
      case "ask":
        return side.actions().setPendingElicitation(next.session, next.clear ? null : { toolCallId: `q ${next.session}`, questions: [] });
      case "permit":
        return side.actions().setPermissions(next.edits === undefined ? {} : { edits: next.edits });
      case "enable":
        return side.actions().setCapability(next);
      case "subscribe": {
        const number = listeners.length;
        listeners.push(side.subscribe((state, before) => heard.push(`${number} ${state === side.getState()} ${DATA.filter((key) => state[key] !== before[key]).join()}`)));
        return;
      }
      case "unsubscribe":
        return listeners.at(-1)?.();
    }
  };

  return {
    entries,
    step: async (next: Command) => {
      const before = side.getState();
      run(next);
      const now = side.getState();
      await settleMicrotasks();
      const after = side.getState();
      return {
        same: now === before,
        changed: DATA.filter((key) => now[key] !== before[key]),
        stayed: after === now,
        maps: MAPS.map((key) => Object.entries(after[key]).map(([toolCallId, value]) => `${toolCallId}: ${numberOf(value)}`)),
        facts: DATA.slice(MAPS.length).map((key) => JSON.stringify(after[key])),
        actions: Object.values(after.registeredClientActions).map((value) => value === action),
        heard: heard.splice(0),
        sent: side.sent.splice(0),
      };
    },
  };
}

it("does what a plain slice does: states, identities, notifications, orders and answers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      const ours = agent();
      const plain = createPlainSlice();
      const sent: ToolOutput[] = [];
      const a = play({
        getState: ours.agentStore.getState,
        subscribe: ours.agentStore.subscribe,
        actions: ours.agentStore.getState,
        set: ours.set,
        sent: ours.sent,
      });
      const b = play({
        getState: plain.store.getState,
        subscribe: plain.store.subscribe,
        actions: () => plain.actions as never,
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
      // Ids that stand in one map are one call.
      const counts = new Map<string, number>();
      for (const key of MAPS) for (const shown of Object.keys(ours.agentStore.getState()[key])) counts.set(shown, (counts.get(shown) ?? 0) + 1);
      expect(ours.agentStore.getState().permissions.edits).toBe(ours.store.getSnapshot().editPermission);
      for (const key of MAPS) for (const toolCallId of Object.keys(ours.agentStore.getState()[key])) ours.set(key, toolCallId, null);
      for (const session of Object.keys(ours.agentStore.getState().pendingElicitationBySessionId)) ours.agentStore.getState().setPendingElicitation(session, null);
      expect(ours.store.getSnapshot().pending).toEqual([]);
      expect(ours.sent).toEqual([]);
      ours.store.dispose();
    }),
    { numRuns: 300 },
  );
}, 60_000);
