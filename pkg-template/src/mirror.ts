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
});

export function createMirror(initial: EditPermission): Mirror {
  const offers = new Map<string, Offer>();
  let calls = new CallMap();
  let pending: readonly Call[] = [];
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
          order: (order += 1),
        }
      : previous?.registration;
    if (registered === undefined) throw new CountersignError("core_failed", "A call was never registered.");
    const call = new Call(registered, change.call, contentOf(change, previous), previous);
    if (state.status === "settled") offers.delete(toolCallId);
    calls = calls.with(call);
    if (state.status === "pending" || known?.view.state.status === "pending") {
      pending = place(pending, call, state.status === "pending");
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
    setEditPermission: (next) => {
      if (next !== editPermission) current = undefined;
      editPermission = next;
    },
    snapshot: () => (current ??= snapshotOf(editPermission, calls, pending)),
  };
}

/** The list with the call in its place, or without it. Most calls stand near the end. */
function place(list: readonly Call[], call: Call, present: boolean): readonly Call[] {
  const { order } = call.registration;
  let index = list.length;
  while (index > 0 && (list[index - 1]?.registration.order ?? 0) >= order) index -= 1;
  const known = list[index]?.registration.order === order;
  const next = list.slice();
  next.splice(index, known ? 1 : 0, ...(present ? [call] : []));
  return next;
}

function snapshotOf(editPermission: EditPermission, approvals: CallMap, calls: readonly Call[]): ApprovalSnapshot {
  let pending: readonly PendingApproval[] | undefined;
  return Object.freeze({
    editPermission,
    approvals,
    get pending() {
      return (pending ??= Object.freeze(calls.map(({ approval }) => approval).filter((approval) => approval.status === "pending")));
    },
  });
}
