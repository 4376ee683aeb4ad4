import type { Approval, DecisionResult } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { editInputOf } from "./editInput.ts";
import { EditPanel } from "./EditPanel.tsx";
import { useFocusLost } from "./useFocusLost.ts";

interface Props {
  readonly approval: Approval & { readonly status: "pending" };
  readonly onFocusLost: () => void;
}

/** The person's part of a waiting call: change it, reject it, accept it. */
export function Review({ approval, onFocusLost }: Props) {
  const store = useApprovalStore();
  const region = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const commentId = useId();
  const [comment, setComment] = useState("");
  const [editing, setEditing] = useState(false);
  const [refusal, setRefusal] = useState("");
  const [original] = useState(() => editInputOf(approval));
  const input = editInputOf(approval);
  const { toolCallId, generation, draft } = approval;
  useFocusLost(region, onFocusLost);
  useEffect(() => setRefusal(""), [draft]);

  const showRefusal = (result: DecisionResult): void => setRefusal(result.result === "refused" ? result.message : "");
  const accept = (): void => showRefusal(store.accept(toolCallId, { generation }));
  const reject = (): void => {
    const reason = comment.trim();
    showRefusal(store.reject(toolCallId, { generation, ...(reason !== "" && { comment: reason }) }));
  };
  const stopEditing = (): void => {
    setEditing(false);
    editButton.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      accept();
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
            onClick={() => setEditing(!editing)}
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
          onClick={accept}
        >
          Accept
        </button>
      </div>
    </div>
  );
}
