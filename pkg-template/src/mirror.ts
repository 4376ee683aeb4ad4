import type { Content } from "./check.js";
import type { Change, CoreOutcome, DraftView, View } from "./core/protocol.js";
import { CountersignError } from "./errors.js";
import { parseFrozen } from "./json.js";
import { messages } from "./messages.js";
import { toolOutput } from "./output.js";
import type { Approval, ApprovalSnapshot, Draft, EditPermission, JsonValue, Outcome, PendingApproval } from "./types.js";

/** The core's calls as frozen objects. It follows what the core reports and decides nothing. */
export interface Mirror {
  readonly get: (toolCallId: string) => Approval | undefined;
  readonly all: () => IterableIterator<Approval>;
  /** Keeps what a check made, until the core says whether it is shown. */
  readonly offer: (toolCallId: string, generation: number, attempt: number, content: Content) => void;
  readonly follow: (change: Change) => Approval;
  readonly setEditPermission: (editPermission: EditPermission) => void;
  readonly snapshot: () => ApprovalSnapshot;
}

interface Offer extends Content {
  readonly generation: number;
  readonly attempt: number;
}

export const EMPTY_SNAPSHOT: ApprovalSnapshot = Object.freeze({
  editPermission: "manual",
  approvals: new Map<string, Approval>(),
  pending: Object.freeze([]),
});

export function createMirror(initial: EditPermission): Mirror {
  const approvals = new Map<string, Approval>();
  const offers = new Map<string, Offer>();
  let editPermission = initial;
  let current: ApprovalSnapshot | undefined;

  const shownOf = (view: View, previous: Approval | undefined): Partial<Content> => {
    if (view.shown === undefined) return {};
    const offer = offers.get(view.toolCallId);
    if (offer?.generation === view.generation && offer.attempt === view.shown) {
      offers.delete(view.toolCallId);
      return { input: offer.input, preview: offer.preview };
    }
    return previous?.input === undefined || previous.preview === undefined
      ? {}
      : { input: previous.input, preview: previous.preview };
  };

  const follow = ({ call: view }: Change): Approval => {
    const known = approvals.get(view.toolCallId);
    const previous = known?.generation === view.generation ? known : undefined;
    const approval = Object.freeze(toApproval(view, previous, shownOf(view, previous)));
    // A new use of an id is proposed last.
    if (previous === undefined) approvals.delete(view.toolCallId);
    if (approval.outcome !== undefined) offers.delete(view.toolCallId);
    approvals.set(view.toolCallId, approval);
    current = undefined;
    return approval;
  };

  return {
    get: (toolCallId) => approvals.get(toolCallId),
    all: () => approvals.values(),
    offer: (toolCallId, generation, attempt, content) => {
      offers.set(toolCallId, { ...content, generation, attempt });
    },
    follow,
    setEditPermission: (next) => {
      if (next !== editPermission) current = undefined;
      editPermission = next;
    },
    snapshot: () =>
      (current ??= Object.freeze({
        editPermission,
        approvals: new Map(approvals),
        pending: Object.freeze([...approvals.values()].filter((approval): approval is PendingApproval => approval.status === "pending")),
      })),
  };
}

function toApproval(view: View, previous: Approval | undefined, shown: Partial<Content>): Approval {
  const { ownerKey, expectedRevision, state } = view;
  const facts = {
    ...registered(view, previous),
    toolCallId: view.toolCallId,
    generation: view.generation,
    edited: view.edited,
    presented: view.presented,
    ...(ownerKey === undefined ? {} : { ownerKey }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
  switch (state.status) {
    case "proposed":
      return { ...facts, ...shown, status: "proposed" };
    case "pending":
      return {
        ...facts,
        ...complete(shown),
        status: "pending",
        ...(state.draft === undefined ? {} : { draft: toDraft(state.draft) }),
      };
    case "applying":
      return { ...facts, ...complete(shown), status: "applying", approvalSource: state.approvalSource };
    case "settled": {
      const outcome = toOutcome(state.outcome);
      return {
        ...facts,
        ...shown,
        status: outcome.status,
        outcome,
        delivery: state.delivery,
        sent: previous?.outcome === undefined ? Object.freeze(toolOutput({ ...facts, ...shown }, outcome)) : previous.sent,
      };
    }
  }
}

function registered(
  { registration }: View,
  previous: Approval | undefined,
): { readonly toolName: string; readonly review: boolean; readonly proposed: JsonValue } {
  if (registration !== undefined) {
    const { toolName, review, proposed } = registration;
    return { toolName, review: review === "required", proposed: parseFrozen(proposed) };
  }
  if (previous === undefined) throw new CountersignError("core_failed", "A call was never registered.");
  const { toolName, review, proposed } = previous;
  return { toolName, review, proposed };
}

function complete({ input, preview }: Partial<Content>): Content {
  if (input === undefined || preview === undefined) {
    throw new CountersignError("core_failed", "An input was never checked.");
  }
  return { input, preview };
}

function toDraft(draft: DraftView): Draft {
  const input = parseFrozen(draft.input);
  if (draft.status === "validating") return Object.freeze({ status: "validating", input });
  const { code, errorText = messages.invalid[code] } = draft;
  return Object.freeze({ status: "invalid", input, code, errorText });
}

function toOutcome(outcome: CoreOutcome): Outcome {
  switch (outcome.status) {
    case "accepted": {
      const { output, ...accepted } = outcome;
      return Object.freeze(output === undefined ? accepted : { ...accepted, output: parseFrozen(output) });
    }
    case "failed":
      return Object.freeze({ ...outcome, errorText: outcome.errorText ?? messages.failed[outcome.code] });
    case "invalid":
      return Object.freeze({ ...outcome, errorText: outcome.errorText ?? messages.invalid[outcome.code] });
    default:
      return Object.freeze(outcome);
  }
}
