import { Call, type Registration } from "./call.js";
import { CallMap } from "./call-map.js";
import type { Content } from "./check.js";
import type { Change } from "./core/protocol.js";
import { CountersignError } from "./errors.js";
import { parseFrozen } from "./json.js";
import type { ApprovalSnapshot, EditPermission, PendingApproval } from "./types.js";

/** The core's calls as objects. It follows what the core reports and decides nothing. */
export interface Mirror {
  readonly get: (toolCallId: string) => Call | undefined;
  /** Every call, in the order of proposal. */
  readonly all: () => Call[];
  /** Keeps what a check made, until the core says whether it is shown. */
  readonly offer: (toolCallId: string, generation: number, attempt: number, content: Content) => void;
  readonly follow: (change: Change) => Call;
  readonly forget: (toolCallId: string) => void;
  readonly setEditPermission: (editPermission: EditPermission) => void;
  readonly snapshot: () => ApprovalSnapshot;
}

interface Offer {
  readonly generation: number;
  readonly attempt: number;
  readonly content: Content;
}

export const EMPTY_SNAPSHOT: ApprovalSnapshot = Object.freeze({
  editPermission: "manual",
  approvals: new Map<string, never>(),
  pending: Object.freeze([]),
  queue: () => EMPTY_SNAPSHOT.pending,
});

export function createMirror(initial: EditPermission): Mirror {
  const offers = new Map<string, Offer>();
  let calls = new CallMap();
  let pending: Call[] = [];
  /** Whether a snapshot holds the list `pending`: it must not change then. */
  let shared = false;
  let editPermission = initial;
  let current: ApprovalSnapshot | undefined;
  let order = 0;

  const contentOf = ({ call: { toolCallId, generation, shown } }: Change, previous: Call | undefined): Content | undefined => {
    if (shown === undefined) return undefined;
    const offer = offers.get(toolCallId);
    if (offer?.generation !== generation || offer.attempt !== shown) return previous?.content;
    offers.delete(toolCallId);
    return offer.content;
  };

  const follow = (change: Change): Call => {
    const { toolCallId, generation, registration, state } = change.call;
    const known = calls.call(toolCallId);
    const previous = known?.registration.generation === generation ? known : undefined;
    const registered: Registration | undefined = registration
      ? {
          toolCallId,
          generation,
          toolName: registration.toolName,
          review: registration.review === "required",
          proposed: parseFrozen(registration.proposed),
          sessionId: registration.sessionId,
          expiresAt: registration.expiresAt,
          order: (order += 1),
        }
      : previous?.registration;
    if (registered === undefined) throw new CountersignError("core_failed", "A call was never registered.");
    const call = new Call(registered, change.call, contentOf(change, previous), previous);
    if (state.status === "settled") offers.delete(toolCallId);
    calls = calls.with(call);
    if (state.status === "pending" || known?.view.state.status === "pending") {
      if (shared) pending = pending.slice();
      shared = false;
      place(pending, call, state.status === "pending");
    }
    current = undefined;
    return call;
  };

  return {
    get: (toolCallId) => calls.call(toolCallId),
    all: () => calls.calls(),
    offer: (toolCallId, generation, attempt, content) => {
      offers.set(toolCallId, { generation, attempt, content });
    },
    follow,
    forget: (toolCallId) => {
      calls = calls.without(toolCallId);
      current = undefined;
    },
    setEditPermission: (next) => {
      if (next !== editPermission) current = undefined;
      editPermission = next;
    },
    snapshot: () => {
      shared = true;
      return (current ??= snapshotOf(editPermission, calls, pending));
    },
  };
}

/** Puts the call into the list at its place in the order of proposal, or takes it out. */
function place(list: Call[], call: Call, present: boolean): void {
  const { order } = call.registration;
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle]?.registration.order ?? 0) < order) from = middle + 1;
    else to = middle;
  }
  const known = list[from]?.registration.order === order;
  list.splice(from, known ? 1 : 0, ...(present ? [call] : []));
}

function snapshotOf(editPermission: EditPermission, approvals: CallMap, calls: readonly Call[]): ApprovalSnapshot {
  let pending: readonly PendingApproval[] | undefined;
  const queues = new Map<string, readonly PendingApproval[]>();
  const snapshot: ApprovalSnapshot = {
    editPermission,
    approvals,
    get pending() {
      return (pending ??= Object.freeze(calls.map(({ approval }) => approval).filter((approval) => approval.status === "pending")));
    },
    queue: (sessionId) => {
      const queue = queues.get(sessionId) ?? Object.freeze(snapshot.pending.filter((approval) => approval.sessionId === sessionId));
      queues.set(sessionId, queue);
      return queue;
    },
  };
  return Object.freeze(snapshot);
}
