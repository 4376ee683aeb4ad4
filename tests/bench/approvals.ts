import { createApprovalStore } from "countersign";
import { type Call, createHost, createInputs, type Host, type Input, TOOL } from "./host.ts";
import { type Contender, measure, type Timing } from "./measure.ts";
import { createSlice } from "./slice.ts";

export interface ApprovalsRow {
  readonly pending: number;
  readonly subscribed: boolean;
  readonly timings: Readonly<Record<"store" | "slice", Timing>>;
}

/** What both keep approvals by. */
interface Keeper {
  readonly propose: (toolCallId: string, input: Input) => void;
  readonly proposeAll: (calls: readonly Call[]) => void;
  readonly accept: (toolCallId: string) => void;
  readonly countPending: () => number;
  readonly subscribe: (listener: () => void) => void;
}

export const COUNTS: readonly number[] = [1, 10, 100, 1_000, 10_000];

/** Propose, accept, settle: beside so many pending entries less one. */
export function approvals(pending: number, subscribed: boolean): ApprovalsRow {
  const timings = measure({ store: contender(createStore, pending, subscribed), slice: contender(createSlice, pending, subscribed) });
  return { pending, subscribed, timings };
}

function createStore(host: Host): Keeper {
  const store = createApprovalStore({
    onOutput: host.send,
    handlers: {
      [TOOL]: { validate: host.validate, preview: host.preview, readRevision: host.readRevision, apply: host.apply },
    },
  });
  const propose = (...[toolCallId, input]: Call): unknown => store.propose({ toolCallId, toolName: TOOL, input });
  return {
    propose,
    proposeAll: (calls) => {
      for (const call of calls) propose(...call);
    },
    accept: store.accept,
    countPending: () => store.getSnapshot().pending.length,
    subscribe: store.subscribe,
  };
}

function contender(create: (host: Host) => Keeper, pending: number, subscribed: boolean): Contender {
  const host = createHost();
  const keeper = create(host);
  const inputs = createInputs();
  let id = 0;
  let most = 0;
  const next = (): Call => [`call_${(id += 1)}`, inputs[id % inputs.length] as Input];
  keeper.proposeAll(Array.from({ length: pending - 1 }, next));
  if (subscribed) {
    keeper.subscribe(() => {
      most = Math.max(most, keeper.countPending());
    });
  }
  return (times) => () => {
    const before = host.counts().sent;
    for (let left = times; left > 0; left -= 1) {
      const call = next();
      keeper.propose(...call);
      keeper.accept(call[0]);
    }
    if (host.counts().sent - before !== times) throw new Error("a call was not answered");
    if (subscribed && most !== pending) throw new Error(`the listener saw ${most} pending calls, not ${pending}`);
  };
}
