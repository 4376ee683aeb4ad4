import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settleMicrotasks } from "../harness.ts";
import { agent, bind, DATASETS } from "./harness.ts";

type Command =
  | { readonly do: "set"; readonly id: string; readonly cancels: boolean; readonly throws: boolean; readonly session: string | undefined }
  | { readonly do: "propose"; readonly id: string; readonly session: string | undefined }
  | { readonly do: "click"; readonly id: string; readonly by: "accept" | "reject" | "cancel" }
  | { readonly do: "decide"; readonly id: string; readonly by: "accept" | "reject" | "cancel" }
  | { readonly do: "end" | "clear" | "abort"; readonly session: string }
  | { readonly do: "wait" };

const id = fc.constantFrom("a", "b", "c", "d");
const session = fc.constantFrom("s1", "s2");
const by = fc.constantFrom("accept" as const, "reject" as const, "cancel" as const);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("set" as const), id, cancels: fc.boolean(), throws: fc.boolean(), session: fc.option(session, { nil: undefined }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("propose" as const), id, session: fc.option(session, { nil: undefined }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("click" as const), id, by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("decide" as const), id, by }) },
  fc.record({ do: fc.constantFrom("end" as const, "clear" as const, "abort" as const), session }),
  fc.record({ do: fc.constant("wait" as const) }),
);

/** An entry comes into a session with the news of its clearing. */
const intoAClearedSession: Command[] = [
  { do: "propose", id: "c", session: undefined },
  { do: "set", id: "c", cancels: false, throws: false, session: "s1" },
  { do: "set", id: "a", cancels: false, throws: false, session: undefined },
  { do: "set", id: "a", cancels: false, throws: false, session: "s1" },
  { do: "clear", session: "s1" },
];

it("every call gets exactly one answer, whoever brings it into the slice and whoever ends it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), fc.array(fc.boolean(), { maxLength: 30 }), async (commands, nested) => {
      const app = agent();
      const writes: string[] = [];
      app.store.registerHandler("add_dataset_examples", { apply: (_, { toolCallId }) => void writes.push(toolCallId) });
      const asked = new Set<string>();
      /** Those that nobody but the ledger may accept: by themselves they would never be answered. */
      const throwing = new WeakSet<object>();
      const entryOf = (toolCallId: string) => app.agentStore.getState()[DATASETS][toolCallId];

      const run = (next: Command): void => {
        switch (next.do) {
          case "set": {
            // An id that was answered is not used again here: then one id is one answer.
            if (asked.has(next.id) && (entryOf(next.id) === undefined || app.store.getApproval(next.id)?.outcome !== undefined)) return;
            const { id: toolCallId, cancels, throws } = next;
            const entry = bind(app, toolCallId, {
              cancels,
              ...(next.session === undefined ? {} : { sessionId: next.session }),
              apply: async () => {
                if (throws) throw new Error("broken");
                writes.push(toolCallId);
                return { ok: true, output: "done" };
              },
            });
            if (throws) throwing.add(entry);
            asked.add(toolCallId);
            return app.set(DATASETS, toolCallId, entry);
          }
          case "propose":
            if (asked.has(next.id)) return;
            asked.add(next.id);
            return void app.store.propose({ toolCallId: next.id, toolName: "add_dataset_examples", input: {} }, { sessionId: next.session });
          case "click": {
            const entry = entryOf(next.id);
            if (entry === undefined || (next.by === "accept" && throwing.has(entry))) return;
            if (next.by === "accept") return void entry.accept?.();
            if (next.by === "reject") return void entry.reject?.();
            return void ("cancel" in entry && entry.cancel?.());
          }
          case "decide":
            if (app.store.getApproval(next.id) !== undefined) app.store[next.by](next.id);
            return;
          case "end":
            return app.store.endSession(next.session);
          case "clear":
            return app.agentStore.getState().clearSessionEphemeralState(next.session);
          case "abort":
            app.store.abortTurn(next.session);
            return app.store.beginTurn(next.session);
          case "wait":
            return undefined;
        }
      };

      // Some commands are given inside the news that the one before makes.
      let inside: Command | undefined;
      const giveInside = (): void => {
        const next = inside;
        inside = undefined;
        if (next !== undefined) run(next);
      };
      app.store.on("settled", giveInside);
      app.store.on("pending", giveInside);
      app.agentStore.subscribe(giveInside);

      for (const [index, next] of commands.entries()) {
        if (nested[index] === true && inside === undefined && next.do !== "wait") inside = next;
        else run(next);
        if (next.do === "wait") await settleMicrotasks();
        const pending = app.store.getSnapshot().pending.map(({ toolCallId }) => toolCallId);
        expect(app.keys(DATASETS).toSorted()).toEqual(pending.toSorted());
      }
      inside = undefined;
      app.store.dispose();
      await settleMicrotasks();
      expect(app.sent.map(({ toolCallId }) => toolCallId).toSorted()).toEqual([...asked].toSorted());
      expect(app.keys(DATASETS)).toEqual([]);
      expect(new Set(writes).size).toBe(writes.length);
      for (const toolCallId of writes) expect(app.answers(toolCallId)).toMatchObject([{ output: { status: "accepted" } }]);
      const rejected = [...app.store.getSnapshot().approvals.values()].filter(({ status }) => status === "rejected");
      for (const { toolCallId } of rejected) expect(app.answers(toolCallId)).toMatchObject([{ output: { status: "rejected" } }]);
    }),
    { numRuns: 1_000, examples: [[intoAClearedSession, [false, false, false, true]]] },
  );
}, 60_000);
