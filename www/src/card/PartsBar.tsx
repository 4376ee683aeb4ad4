import type { Approval, DecisionResult } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useRef } from "react";
import { usePage } from "../app/PageContext.ts";
import { useFocusLost } from "../app/useFocusLost.ts";
import type { Change } from "./parts.ts";
import { useDrifted } from "./isDrifted.ts";
import { nounOf } from "./target.ts";
import { keepTicked, type Taking } from "./taking.ts";

interface Props {
  readonly approval: Approval & { readonly status: "pending" };
  readonly change: Change;
  readonly taking: Taking | undefined;
  /** What would have been applied had the person changed nothing. */
  readonly original: unknown;
  readonly onRefused: (why: string) => void;
  readonly onFocusLost: () => void;
}

/** Takes the ticked parts of a change, and goes back to all of it. */
export function PartsBar({ approval, change, taking, original, onRefused, onFocusLost }: Props) {
  const store = useApprovalStore();
  const { spoken } = usePage();
  const bar = useRef<HTMLDivElement>(null);
  useFocusLost(bar, onFocusLost);
  const { toolCallId, generation, edited, draft } = approval;
  const drifted = useDrifted(approval);
  const isPart = taking !== undefined && taking.ticked.size < taking.parts;

  const done = (result: DecisionResult, sentence: string): void => {
    if (result.result === "refused") return onRefused(result.message);
    const invalid = store.getApproval(toolCallId)?.draft?.status === "invalid";
    if (!invalid) spoken.update(() => sentence);
    // The button that was pressed may be of no more use.
    bar.current?.focus();
  };
  const keep = ({ ticked, parts }: Taking): void => {
    if (drifted) return onRefused(`The ${nounOf(approval)} has changed since this was shown. Show the change again first.`);
    if (ticked.size === 0) return onRefused("Nothing is ticked. To take nothing of it, reject the proposal.");
    try {
      done(keepTicked(store, approval, change, ticked), `Kept ${ticked.size} of ${parts} changes. Nothing is written yet.`);
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <div ref={bar} className="parts" role="group" aria-label="Take a part of the change" tabIndex={-1}>
      <p className="parts-text">
        {edited && <span>You changed this: what you see would be written. </span>}
        {isPart && (
          <span className="quiet">
            {taking.ticked.size} of {taking.parts} changes ticked
          </span>
        )}
      </p>
      {(edited || draft !== undefined) && (
        <button
          type="button"
          className="button button-small"
          onClick={() => done(store.edit(toolCallId, original, { generation }), "All proposed changes are shown again.")}
        >
          Show all proposed changes again
        </button>
      )}
      {isPart && (
        <button type="button" className="button button-small" onClick={() => keep(taking)}>
          Keep the ticked changes
        </button>
      )}
    </div>
  );
}
