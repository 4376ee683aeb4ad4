import type { Approval, Outcome } from "countersign";
import type { IconName } from "../app/Icon.tsx";
import type { Operation } from "../playground/operations.ts";
import { nameOf, nounOf, targetOf, type Targets } from "./target.ts";

/** Which call this is, in words. */
export function titleOf(approval: Approval, targets: Targets): string {
  const target = targetOf(approval);
  const name = target && nameOf(target, targets);
  if (name === undefined) return approval.toolName;
  return `${approval.review ? "Edit" : "Read"} ${name}`;
}

/** A status as a short label with a sign that does not need colour. */
export function badgeOf(approval: Approval): { readonly label: string; readonly icon: IconName; readonly tone: string } {
  switch (approval.status) {
    case "proposed":
      return { label: "Checking", icon: "clock", tone: "quiet" };
    case "pending":
      return { label: approval.edited ? "Waiting, changed by you" : "Waiting for you", icon: "clock", tone: "waiting" };
    case "applying":
      return { label: "Writing", icon: "pen", tone: "waiting" };
    case "accepted":
      return acceptedBadge(approval);
    case "rejected":
      return { label: "Rejected", icon: "cross", tone: "bad" };
    case "stale":
      return { label: "Out of date", icon: "warning", tone: "warn" };
    case "failed":
      return { label: isInterrupted(approval.outcome) ? "Interrupted" : "Failed", icon: "warning", tone: "bad" };
    case "cancelled":
      return { label: cancelledLabel(approval.outcome), icon: "stop", tone: "quiet" };
    case "expired":
      return { label: "Expired", icon: "clock", tone: "warn" };
    case "invalid":
      return { label: "Refused", icon: "warning", tone: "bad" };
  }
}

function acceptedBadge({ review, edited, outcome }: Approval): ReturnType<typeof badgeOf> {
  if (!review) return { label: "Read", icon: "eye", tone: "quiet" };
  if (outcome?.status === "accepted" && outcome.approvalSource === "auto") {
    const label = outcome.grantId === undefined ? "Accepted by bypass" : "Accepted, as you allowed";
    return { label, icon: "check", tone: "good" };
  }
  return { label: edited ? "Accepted with your changes" : "Accepted", icon: "check", tone: "good" };
}

function cancelledLabel(outcome: Approval["outcome"]): string {
  const reason = outcome?.status === "cancelled" ? outcome.reason : undefined;
  if (reason === "aborted") return "Cancelled, stopped";
  return reason === "session_ended" ? "Cancelled, chat ended" : "Cancelled";
}

/** What the answer means, for the person. */
export function sentenceOf(approval: Approval): string {
  const { outcome, review, presented } = approval;
  const noun = nounOf(approval);
  if (outcome === undefined) return "";
  switch (outcome.status) {
    case "accepted":
      return review ? acceptedSentence(outcome, noun) : `The ${noun} was read. Nothing changed, so nobody was asked.`;
    case "rejected":
      return outcome.comment === undefined
        ? "You said no. Nothing was written."
        : `You said no. Nothing was written, and the agent got your comment: “${outcome.comment}”`;
    case "stale": {
      const worked = outcome.expectedRevision === undefined ? "" : ` It worked from ${outcome.expectedRevision}; the ${noun} is now at ${outcome.liveRevision}.`;
      return `Nothing was written: the ${noun} is not what the agent read.${worked}`;
    }
    case "failed":
      return isInterrupted(outcome) ? outcome.errorText : `The write did not happen. ${outcome.errorText}`;
    case "cancelled":
      return cancelledSentence(outcome.reason, presented, noun);
    case "expired":
      return "Nothing was written: nobody answered in time. The agent was told that, not that you said no.";
    case "invalid":
      return `You were not asked. ${outcome.errorText}`;
  }
}

/** Nobody knows whether what was being written is there. */
const isInterrupted = (outcome: Outcome | undefined): boolean =>
  outcome?.status === "failed" && outcome.code === "interrupted";

function acceptedSentence({ approvalSource, edited, grantId }: Extract<Outcome, { status: "accepted" }>, noun: string): string {
  if (grantId !== undefined) return "Written without asking, because you allowed the same before.";
  if (approvalSource === "auto") return "Written without asking, because bypass is on.";
  return edited
    ? "You changed the proposal and accepted it. Your version was written, and the agent was told so."
    : `You accepted. The ${noun} was changed as shown.`;
}

function cancelledSentence(reason: Extract<Outcome, { status: "cancelled" }>["reason"], presented: boolean, noun: string): string {
  switch (reason) {
    case "owner_gone":
      return `Nothing was written: the editor of the ${noun} was closed while the proposal waited.`;
    case "host":
      return "Nothing was written: the call was taken back.";
    case "aborted":
      return presented
        ? "Nothing was written: you stopped the agent's turn while this waited."
        : "Nothing was written: this came from a turn that you had stopped, so you were not asked.";
    case "session_ended":
      return "Nothing was written: the chat that this belongs to was ended.";
    case "disposed":
      return "Nothing was written: the page ended the review.";
    case "core_lost":
      return "Nothing was written: the approval core failed. Load the page again.";
  }
}

/** What the operations do, in one line. */
export function summaryOf(operations: readonly Operation[]): string {
  const parts = operations.map((operation) => {
    switch (operation.type) {
      case "update_message":
        return `changes message ${operation.messageId}`;
      case "insert_message":
        return operation.afterMessageId === null
          ? `inserts message ${operation.messageId} at the top`
          : `inserts message ${operation.messageId} after ${operation.afterMessageId}`;
      case "delete_message":
        return `deletes message ${operation.messageId}`;
      case "reorder_messages":
        return `puts the messages in the order ${operation.messageIds.join(", ")}`;
    }
  });
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
