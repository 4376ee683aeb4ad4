import { type Answering, Call, type Registration } from "./call.js";
import { CallMap } from "./call-map.js";
import { type Content, newJson } from "./check.js";
import type { Change, CoreGrant } from "./core/protocol.js";
import { CountersignError } from "./errors.js";
import { parseFrozen } from "./json.js";
import type { KeptPreview } from "./persist.js";
import type { Approval, ApprovalSnapshot, EditPermission, Grant, PendingApproval, Preview } from "./types.js";

/** The core's calls as objects. It follows what the core reports and decides nothing. */
export interface Mirror {
  readonly get: (toolCallId: string) => Call | undefined;
  /** Every call, in the order of proposal. */
  readonly all: () => Call[];
  /** Keeps what a check made, until the core says whether it is shown. */
  readonly offer: (toolCallId: string, generation: number, attempt: number, content: Content) => void;
  /** The previews that calls are restored with. */
  readonly keep: (previews: readonly KeptPreview[]) => void;
  readonly follow: (change: Change) => Call;
  readonly forget: (toolCallId: string) => void;
  readonly setEditPermission: (editPermission: EditPermission) => void;
  readonly setGrants: (grants: readonly CoreGrant[]) => void;
  readonly snapshot: () => ApprovalSnapshot;
}

interface Offer {
  readonly generation: number;
  readonly attempt: number;
  readonly content: Content;
}

export const EMPTY_SNAPSHOT: ApprovalSnapshot = Object.freeze({
  editPermission: "manual",
  grants: Object.freeze([]),
  approvals: new Map<string, never>(),
  pending: Object.freeze([]),
  queue: () => EMPTY_SNAPSHOT.pending,
});

export function createMirror(initial: EditPermission, answering: Answering): Mirror {
  const offers = new Map<string, Offer>();
  let kept = new Map<string, Preview>();
  let calls = new CallMap();
  /** The calls that wait, in the order of proposal, and that order. */
  let pending: PendingApproval[] = [];
  const orders: number[] = [];
  /** Whether a snapshot holds the list `pending`: it must not change then. */
  let shared = false;
  let editPermission = initial;
  let grants = EMPTY_SNAPSHOT.grants;
  let current: ApprovalSnapshot | undefined;
  let order = 0;

  const contentOf = ({ call: { toolCallId, generation, shown, registration } }: Change, previous: Call | undefined): Content | undefined => {
    if (shown === undefined) return undefined;
    const offer = offers.get(toolCallId);
    const offered = offer?.generation === generation && offer.attempt === shown ? offer.content : undefined;
    if (offered !== undefined) offers.delete(toolCallId);
    if (registration?.effective === undefined) return offered ?? previous?.content;
    const input = parseFrozen(registration.effective);
    return { input, preview: kept.get(keyOf(toolCallId, generation, shown)) ?? newJson(input) };
  };

  const follow = (change: Change): Call => {
    const { toolCallId, generation, registration, state } = change.call;
    const known = calls.call(toolCallId);
    const replaced = change.event === "restored" && known?.outcome === undefined;
    const goesOn = known?.registration.generation === generation || change.event === "rebasing" || replaced;
    const previous = goesOn ? known : undefined;
    const registered: Registration | undefined = registration
      ? {
          toolCallId,
          generation,
          toolName: registration.toolName,
          use: previous?.registration.use ?? {},
          review: registration.review !== "none",
          proposed: parseFrozen(registration.proposed),
          sessionId: registration.sessionId,
          expiresAt: registration.expiresAt,
          order: previous?.registration.order ?? (order += 1),
        }
      : previous?.registration;
    if (registered === undefined) throw new CountersignError("core_failed", "A call was never registered.");
    const call = new Call(registered, change.call, contentOf(change, previous), answering, change.event === "restored" ? undefined : previous);
    if (previous !== undefined) previous.registration.latest = call;
    if (state.status === "settled") offers.delete(toolCallId);
    calls = calls.with(call);
    if (state.status === "pending" || known?.view.state.status === "pending") {
      // Of a frozen list, `slice` makes a slow copy.
      if (shared) pending = [...pending];
      shared = false;
      place(call, state.status === "pending" ? call.approval : undefined);
    }
    current = undefined;
    return call;
  };

  /** Puts the call into the list at its place in the order of proposal, or takes it out. */
  const place = ({ registration: { order } }: Call, approval: Approval | undefined): void => {
    let index = orders.length;
    while ((orders[index - 1] ?? 0) >= order) index -= 1;
    const known = orders[index] === order ? 1 : 0;
    const present = approval?.status === "pending" ? [approval] : [];
    pending.splice(index, known, ...present);
    orders.splice(index, known, ...present.map(() => order));
  };

  return {
    get: (toolCallId) => calls.call(toolCallId),
    all: () => calls.calls(),
    offer: (toolCallId, generation, attempt, content) => {
      offers.set(toolCallId, { generation, attempt, content });
    },
    keep: (previews) => {
      kept = new Map(previews.map(({ toolCallId, generation, attempt, preview }) => [keyOf(toolCallId, generation, attempt), preview]));
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
    setGrants: (next) => {
      grants = Object.freeze(next.map(toGrant));
      current = undefined;
    },
    snapshot: () => {
      shared = true;
      return (current ??= snapshotOf(editPermission, grants, calls, pending));
    },
  };
}

function keyOf(toolCallId: string, generation: number, attempt: number): string {
  return `${generation} ${attempt} ${toolCallId}`;
}

function toGrant({ scope, ...grant }: CoreGrant): Grant {
  const shown: Grant["scope"] =
    "exact" in scope ? { kind: "exact", input: parseFrozen(scope.exact.input) } : { kind: "matching", label: scope.matching.label };
  return Object.freeze({ ...grant, scope: Object.freeze(shown) });
}

function snapshotOf(editPermission: EditPermission, grants: readonly Grant[], approvals: CallMap, pending: readonly PendingApproval[]): ApprovalSnapshot {
  const queues = new Map<string, readonly PendingApproval[]>();
  const snapshot: ApprovalSnapshot = {
    editPermission,
    grants,
    approvals,
    pending: Object.freeze(pending),
    queue: (sessionId) => {
      const queue = queues.get(sessionId) ?? Object.freeze(snapshot.pending.filter((approval) => approval.sessionId === sessionId));
      queues.set(sessionId, queue);
      return queue;
    },
  };
  return Object.freeze(snapshot);
}
