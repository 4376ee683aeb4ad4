import type { Approval, ApprovalSnapshot } from "countersign";
import { useApprovals } from "countersign/react";

/** Where a waiting call stands among those of its chat, when it is not alone. */
export function QueuePlace({ approval }: { readonly approval: Approval }) {
  const { place, waiting } = useApprovals((snapshot) => placeOf(approval, snapshot));
  if (place === 0 || waiting < 2) return null;
  return (
    <span className="queue-place">
      <span className="visually-hidden">Place in the queue: </span>
      {place} of {waiting}
    </span>
  );
}

function placeOf({ toolCallId, status, sessionId }: Approval, { queue }: ApprovalSnapshot) {
  const calls = status === "pending" && sessionId !== undefined ? queue(sessionId) : [];
  return { place: calls.findIndex((call) => call.toolCallId === toolCallId) + 1, waiting: calls.length };
}
