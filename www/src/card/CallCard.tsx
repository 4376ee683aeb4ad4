import type { Approval } from "countersign";
import { useApproval, useApprovalStore } from "countersign/react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { CallEntry } from "../agent/conversation.ts";
import { Answer } from "./Answer.tsx";
import { CardHeader } from "./CardHeader.tsx";
import { useChange } from "./parts.ts";
import { Change } from "./Change.tsx";
import { LookAgain } from "./Drift.tsx";
import { ReadCard } from "./ReadCard.tsx";
import { Review } from "./Review.tsx";
import { useTaking } from "./taking.ts";
import { Timeline } from "./Timeline.tsx";
import { Writing } from "./Writing.tsx";

/** One tool call in the conversation. */
export function CallCard({ entry }: { readonly entry: CallEntry }) {
  const current = useApproval(entry.toolCallId);
  // The id may have been used again since, and the store forgets old calls.
  const approval = current?.generation === entry.generation ? current : entry.settled;
  if (approval === undefined) return null;
  return approval.review ? <ReviewCard approval={approval} entry={entry} /> : <ReadCard approval={approval} entry={entry} />;
}

function ReviewCard({ approval, entry }: { readonly approval: Approval; readonly entry: CallEntry }) {
  const store = useApprovalStore();
  const card = useRef<HTMLElement>(null);
  const [takeFocus, setTakeFocus] = useState(false);
  const titleId = useId();
  const { toolCallId, generation, status } = approval;
  const settled = approval.outcome !== undefined;
  const [editing, setEditing] = useState(false);
  const change = useChange(approval);
  // One way of changing it at a time, and only what is not being checked.
  const taking = useTaking(status === "pending" && !editing && approval.draft === undefined ? change : undefined);

  useEffect(() => {
    if (status === "pending") store.present(toolCallId, { generation });
  }, [store, toolCallId, generation, status]);

  // The focused button goes away when the call moves on: the card itself takes the focus.
  useEffect(() => {
    if (takeFocus) card.current?.focus({ preventScroll: true });
    setTakeFocus(false);
  }, [takeFocus]);
  const onFocusLost = useCallback(() => setTakeFocus(true), []);

  return (
    <article
      ref={card}
      className="card"
      data-call={toolCallId}
      data-status={status}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <CardHeader approval={approval} titleId={titleId} />
      {generation > entry.firstGeneration && <LookAgain approval={approval} />}
      {!settled && <Change approval={approval} change={change} taking={taking} />}
      {approval.status === "pending" && (
        <Review
          approval={approval}
          change={change}
          taking={taking}
          editing={editing}
          onEditing={setEditing}
          onFocusLost={onFocusLost}
        />
      )}
      {status === "applying" && <Writing approval={approval} onFocusLost={onFocusLost} />}
      {settled && (
        <>
          <Answer approval={approval} scriptId={entry.scriptId} />
          <Change approval={approval} change={change} />
        </>
      )}
      <Timeline entry={entry} />
    </article>
  );
}
