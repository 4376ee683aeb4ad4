import type { Approval, DecisionResult } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { usePage } from "../app/PageContext.ts";
import { useFocusLost } from "../app/useFocusLost.ts";
import type { Change } from "./parts.ts";
import { Drifted } from "./Drift.tsx";
import { editInputOf, originalEditOf } from "./editInput.ts";
import { EditPanel } from "./EditPanel.tsx";
import { PartsBar } from "./PartsBar.tsx";
import { sameAgain } from "./sameAgain.ts";
import type { Taking } from "./taking.ts";

interface Props {
  readonly approval: Approval & { readonly status: "pending" };
  readonly change: Change | undefined;
  /** The parts that can be ticked, while there is a choice. */
  readonly taking: Taking | undefined;
  readonly editing: boolean;
  readonly onEditing: (editing: boolean) => void;
  readonly onFocusLost: () => void;
}

/** The person's part of a waiting call: change it, reject it, accept it. */
export function Review({ approval, change, taking, editing, onEditing, onFocusLost }: Props) {
  const store = useApprovalStore();
  const page = usePage();
  const region = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const commentId = useId();
  const [comment, setComment] = useState("");
  const [refusal, setRefusal] = useState("");
  const [original] = useState(() => originalEditOf(approval, page.playground));
  const input = editInputOf(approval);
  const { toolCallId, generation, draft, edited } = approval;
  const isPart = taking !== undefined && taking.ticked.size < taking.parts;
  useFocusLost(region, onFocusLost);
  useEffect(() => setRefusal(""), [draft, taking?.ticked.size, edited]);
  // What is shown anew is looked at before it is changed.
  useEffect(() => onEditing(false), [onEditing, generation]);

  const showRefusal = (result: DecisionResult): void => setRefusal(result.result === "refused" ? result.message : "");
  const accept = (again = false): void => {
    if (isPart) {
      return setRefusal("You left out a part, but did not keep the others yet. Keep the ticked changes first, or tick all of them.");
    }
    const result = store.accept(toolCallId, { generation, ifStale: "rebase" });
    showRefusal(result);
    // The next key press must not land on the same button unread.
    if (result.result === "rebasing") onFocusLost();
    if (again && isWritten(result)) store.grant(sameAgain(approval, page));
  };
  /** The second click of a double click may meet a change that was shown anew by the first. */
  const onClick = (event: MouseEvent, again = false): void => {
    if (event.detail < 2) accept(again);
  };
  const reject = (): void => {
    const reason = comment.trim();
    showRefusal(store.reject(toolCallId, { generation, ...(reason !== "" && { comment: reason }) }));
  };
  const stopEditing = (): void => {
    onEditing(false);
    editButton.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) accept();
    } else if (event.key === "Escape" && editing && draft === undefined) {
      stopEditing();
    }
  };

  return (
    <div ref={region} className="review" onKeyDown={onKeyDown}>
      {editing && input !== undefined && original !== undefined && (
        <EditPanel approval={approval} input={input} original={original} />
      )}
      {draft?.status === "invalid" && (
        <p className="problem" role="alert">
          {typeof draft.input === "string" ? "This is not JSON that the tool can read, so it cannot be accepted." : draft.errorText}
        </p>
      )}
      {refusal !== "" && (
        <p className="problem" role="alert">
          {refusal}
        </p>
      )}
      <div className="decision">
        {change !== undefined && !editing && (isPart || edited || draft !== undefined) && (
          <PartsBar
            approval={approval}
            change={change}
            taking={taking}
            original={original ?? approval.proposed}
            onRefused={setRefusal}
            onFocusLost={onFocusLost}
          />
        )}
        <Drifted approval={approval} onFocusLost={onFocusLost} />
        <label className="visually-hidden" htmlFor={commentId}>
          Comment for the agent, sent when you reject
        </label>
        <input
          id={commentId}
          type="text"
          value={comment}
          placeholder="Comment when rejecting (optional)"
          onChange={(event) => setComment(event.target.value)}
        />
        {input !== undefined && (
          <button
            ref={editButton}
            type="button"
            className="button"
            aria-pressed={editing}
            disabled={editing && draft !== undefined}
            onClick={() => onEditing(!editing)}
          >
            {editing ? "Done editing" : "Edit"}
          </button>
        )}
        <button type="button" className="button button-reject" onClick={reject}>
          Reject
        </button>
        <button
          type="button"
          className="button button-accept"
          disabled={draft !== undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter or ⌘+Enter"
          onClick={(event) => onClick(event)}
        >
          Accept
        </button>
        <button
          type="button"
          className="link-button accept-again"
          disabled={draft !== undefined}
          onClick={(event) => onClick(event, true)}
        >
          Accept, and the same again without asking
        </button>
      </div>
    </div>
  );
}

const isWritten = (result: DecisionResult): boolean =>
  result.result === "applying" || (result.result === "settled" && result.outcome.status === "accepted");
