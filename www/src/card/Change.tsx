import type { Approval, TextDiff } from "countersign";
import { ApprovalDiff } from "countersign/react";
import { prettyJson } from "../app/json.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import { editInputOf } from "./editInput.ts";
import { summaryOf } from "./words.ts";
import { useDiff } from "./useDiff.ts";

/** What the call would change, or what it asked for when there is nothing to compare. */
export function Change({ approval }: { readonly approval: Approval }) {
  const { diffView } = usePage();
  const view = useValue(diffView, (value) => value);
  const diff = useDiff(approval);
  const input = editInputOf(approval);
  if (approval.status === "proposed") return null;
  if (diff === undefined) return <Asked approval={approval} />;
  const shown = (
    <>
      {input !== undefined && <p className="card-summary">{summaryOf(input.operations)}</p>}
      <ApprovalDiff diff={diff} view={view} />
    </>
  );
  if (approval.outcome === undefined) return shown;
  return (
    <details className="fold">
      <summary>
        {approval.status === "accepted" ? "What was written" : "What was proposed"} <Counts diff={diff} />
      </summary>
      {shown}
    </details>
  );
}

function Asked({ approval }: { readonly approval: Approval }) {
  // What could not be kept as JSON is not here any more.
  if (approval.proposed === null) return null;
  return (
    <details className="fold">
      <summary>What the agent sent</summary>
      <pre className="json" tabIndex={0}>
        {typeof approval.proposed === "string" ? approval.proposed : prettyJson(approval.proposed)}
      </pre>
    </details>
  );
}

function Counts({ diff: { additions, deletions } }: { readonly diff: TextDiff }) {
  return (
    <span className="counts">
      <span className="count-added">
        +{additions}
        <span className="visually-hidden"> lines added,</span>
      </span>
      <span className="count-removed">
        −{deletions}
        <span className="visually-hidden"> lines removed</span>
      </span>
    </span>
  );
}
