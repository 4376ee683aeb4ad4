import type { ToolOutput } from "countersign";
import {
  createAgentToolDispatcher,
  createPhoenixRegistry,
  type DatasetHost,
  datasetWriteHandler,
  defineAskUserTool,
  elicitationHandler,
  interruptUnresolvedToolCalls,
  type Message,
  stageDatasetTool,
} from "countersign/phoenix";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { deferred, settleMicrotasks } from "../harness.ts";
import { agent, DATASETS } from "./harness.ts";

const TOOL = "delete_dataset_examples";
const SESSION = "s1";

/** How a call comes in; the first letter of its id. */
const ROUTES = {
  /** An entry by the slice's own setter. */
  e: TOOL,
  /** An entry by a function that calls the setter. */
  f: TOOL,
  /** A proposal to the store. */
  p: TOOL,
  /** Questions of the dispatcher's tool. */
  q: "ask_user",
  /** Questions that are proposed to the store. */
  r: "ask_user",
} as const;
type Route = keyof typeof ROUTES;

const routeOf = (toolCallId: string): Route => toolCallId.charAt(0) as Route;
const toolOf = (toolCallId: string): string => ROUTES[routeOf(toolCallId)];

type Command =
  | { readonly do: "dispatch"; readonly id: string }
  | { readonly do: "click"; readonly number: number; readonly by: "accept" | "reject" | "cancel" | "answer" }
  | { readonly do: "decide"; readonly id: string; readonly by: "accept" | "reject" | "cancel" }
  | { readonly do: "found" | "written" | "taken" | "wait" }
  | { readonly do: "stop" | "clear" | "abort" | "beginTurn" | "redeliver" | "breakSender" | "bypass" | "manual" }
  /** Time passes; what waits is rebased, edited, or accepted all at once; an older map is put back. */
  | { readonly do: "tick" | "rebase" | "edit" | "acceptAll" | "applyToPending" | "putBack" };

const id = fc.constantFrom("e1", "e2", "f1", "p1", "p2", "q1", "q2", "r1");
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("dispatch" as const), id }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("click" as const), number: fc.nat(7), by: fc.constantFrom("accept" as const, "reject" as const, "cancel" as const, "answer" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("decide" as const), id, by: fc.constantFrom("accept" as const, "reject" as const, "cancel" as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("found" as const, "written" as const, "taken" as const, "wait" as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("stop" as const, "clear" as const, "abort" as const, "beginTurn" as const, "redeliver" as const, "breakSender" as const, "bypass" as const, "manual" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("tick" as const, "rebase" as const, "edit" as const, "acceptAll" as const, "applyToPending" as const, "putBack" as const) }) },
);

/** What the app is like. */
interface Setting {
  /** An answer is taken some time after it is sent. */
  readonly isSlow: boolean;
  readonly hasDeadline: boolean;
  readonly headOnly: boolean;
}
const setting: fc.Arbitrary<Setting> = fc.record({ isSlow: fc.boolean(), hasDeadline: fc.boolean(), headOnly: fc.boolean() });

function play({ isSlow, hasDeadline, headOnly }: Setting) {
  /** Answers that were taken, and writes, by call. */
  const taken: ToolOutput[] = [];
  const writes: string[] = [];
  let broken = false;
  const take = (output: ToolOutput): void => {
    if (broken) {
      broken = false;
      throw new Error("offline");
    }
    taken.push(output);
  };
  const onTheirWay: (() => void)[] = [];
  const send = !isSlow
    ? take
    : async (output: ToolOutput): Promise<void> => {
        const arrived = deferred<undefined>();
        onTheirWay.push(() => arrived.resolve(undefined));
        await arrived.promise;
        take(output);
      };
  let now = 1_000;
  const { store, agentStore } = agent({
    onOutput: send,
    now: () => now,
    ...(hasDeadline ? { deadlineMs: 100 } : {}),
    ...(headOnly ? { reviewOrder: "head_only" } : {}),
  });
  /** The last map that had entries. */
  let older = agentStore.getState()[DATASETS];
  const found: ((name: string) => void)[] = [];
  const written: (() => void)[] = [];
  const host: DatasetHost = {
    getDatasetId: () => "d",
    getSpanId: () => undefined,
    readDatasetName: () => {
      const name = deferred<string>();
      found.push(name.resolve);
      return name.promise;
    },
    verifyExamples: () => ({ ok: true }),
    commit: async ({ input }) => {
      const done = deferred<undefined>();
      written.push(() => done.resolve(undefined));
      await done.promise;
      writes.push(String((input["exampleIds"] as readonly string[])[0]));
      return { ok: true, output: "deleted" };
    },
  };
  const registry = createPhoenixRegistry({ store });
  registry.registerHandler(TOOL, datasetWriteHandler(host));
  registry.registerHandler("ask_user", elicitationHandler());
  const { setPendingDatasetWrite } = agentStore.getState();
  const isBypass = (): boolean => agentStore.getState().permissions.edits === "bypass";
  const own = stageDatasetTool(host, { addToolOutput: send, setPending: setPendingDatasetWrite, shouldAutoAccept: isBypass });
  // What is accepted at once passes the slice by its own setter alone.
  const wrapped = stageDatasetTool(host, {
    addToolOutput: send,
    setPending: (toolCallId, entry) => agentStore.getState().setPendingDatasetWrite(toolCallId, entry),
    shouldAutoAccept: () => false,
  });
  const dispatch = createAgentToolDispatcher({
    tools: [
      { name: TOOL, execute: (_, { toolCall, ...context }) => (routeOf(toolCall.toolCallId) === "e" ? own : wrapped)({ ...toolCall, ...context }) },
      defineAskUserTool({ agentStore }),
    ],
    getClientAction: () => undefined,
  });
  const dispatched = new Set<string>();
  /** Whatever a person still has in their hands, in the order of its coming. */
  const held: object[] = [];

  const transcript = (): Message[] => [
    {
      role: "assistant",
      parts: [...dispatched].map((toolCallId) => ({
        type: `tool-${toolOf(toolCallId)}`,
        toolCallId,
        state: taken.some((output) => output.toolCallId === toolCallId) ? "output-available" : "input-available",
      })),
    },
  ];

  const run = (next: Command): unknown => {
    const state = agentStore.getState();
    switch (next.do) {
      case "dispatch": {
        dispatched.add(next.id);
        const toolCall = { toolCallId: next.id, toolName: toolOf(next.id), input: toolOf(next.id) === TOOL ? { exampleIds: [next.id] } : { questions: [next.id] } };
        if (routeOf(next.id) === "p" || routeOf(next.id) === "r") return registry.dispatch(toolCall, { sessionId: SESSION });
        return dispatch({ toolCall, sessionId: SESSION, addToolOutput: send });
      }
      case "click":
        return (held[next.number] as { readonly [by: string]: undefined | ((options?: unknown) => unknown) } | undefined)?.[next.by]?.(next.by === "answer" ? "yes" : undefined);
      case "decide":
        return store.getApproval(next.id) && store[next.by](next.id);
      case "found":
        return found.shift()?.("D");
      case "written":
        return written.shift()?.();
      case "taken":
        return onTheirWay.shift()?.();
      case "tick":
        now += 150;
        return undefined;
      case "rebase":
        return store.getSnapshot().pending.map(({ toolCallId }) => store.rebase(toolCallId));
      case "edit":
        return store.getSnapshot().pending.map(({ toolCallId }) => store.edit(toolCallId, { bad: 1 }));
      case "putBack":
        return agentStore.setState({ [DATASETS]: older });
      case "acceptAll": {
        const { pending } = store.getSnapshot();
        for (const { toolCallId } of pending) store.present(toolCallId);
        return store.acceptAll(pending.map(({ toolCallId }) => toolCallId));
      }
      case "applyToPending":
        return store.setEditPermission("bypass", { applyToPending: true });
      case "stop":
        return interruptUnresolvedToolCalls({ agentStore, transcript: transcript(), markToolCallInterrupted: state.markToolCallInterrupted, addToolOutput: send });
      case "clear":
        return state.clearSessionEphemeralState(SESSION);
      case "abort":
        return store.abortTurn(SESSION);
      case "beginTurn":
        return store.beginTurn(SESSION);
      case "redeliver":
        return store.redeliver();
      case "breakSender":
        broken = true;
        return undefined;
      case "bypass":
      case "manual":
        return state.setPermissions({ edits: next.do });
      case "wait":
        return undefined;
    }
  };

  return {
    store,
    taken,
    writes,
    dispatched,
    step: async (next: Command) => {
      // Promises that reject are the caller's: a person's click, or a chat that could not send.
      await Promise.race([Promise.resolve().then(() => run(next)).catch(() => undefined), settleMicrotasks()]);
      const { [DATASETS]: entries, pendingElicitationBySessionId: questions } = agentStore.getState();
      if (Object.keys(entries).length > 0) older = entries;
      for (const entry of [...Object.values(entries), ...Object.values(questions)]) if (entry !== undefined && !held.includes(entry)) held.push(entry);
    },
    end: async () => {
      broken = false;
      const settle = async (): Promise<void> => {
        await settleMicrotasks();
        while (found.length + written.length + onTheirWay.length > 0) {
          found.shift()?.("D");
          written.shift()?.();
          onTheirWay.shift()?.();
          await settleMicrotasks();
        }
      };
      for (let round = 0; round < 4; round += 1) {
        await settle();
        store.redeliver();
        await settle();
        const stopping = interruptUnresolvedToolCalls({ agentStore, transcript: transcript(), markToolCallInterrupted: agentStore.getState().markToolCallInterrupted, addToolOutput: send });
        await settle();
        await stopping;
      }
    },
  };
}

it("every call of Phoenix's tools gets exactly one answer, whichever way it comes in, and whoever ends it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), setting, async (commands, chosen) => {
      const app = play(chosen);
      for (const next of commands) {
        await app.step(next);
        expect(new Set(app.taken.map(({ toolCallId }) => toolCallId)).size).toBe(app.taken.length);
      }
      await app.end();
      expect(app.taken.map(({ toolCallId }) => toolCallId).toSorted()).toEqual([...app.dispatched].toSorted());
      // Each was written once, if ever; and the agent is told so, and of nothing else that was.
      expect(new Set(app.writes).size).toBe(app.writes.length);
      const accepted = app.taken.filter(({ tool, state }) => tool === TOOL && state === "output-available").filter((output) => JSON.stringify(output).includes('"accepted"'));
      expect(accepted.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(app.writes.toSorted());
      app.store.dispose();
    }),
    { numRuns: 1_000 },
  );
}, 120_000);
