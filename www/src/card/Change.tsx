import type { Approval, TextDiff } from "countersign";
import { ApprovalDiff, type DiffView } from "countersign/react";
import { prettyJson } from "../app/json.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import type { Change as AnyChange } from "./parts.ts";
import { editInputOf } from "./editInput.ts";
import { RowChanges } from "./RowChanges.tsx";
import type { Taking } from "./taking.ts";
import { ToolChanges } from "./ToolChanges.tsx";
import { summaryOf } from "./words.ts";

interface Props {
  readonly approval: Approval;
  readonly change: AnyChange | undefined;
  /** The parts that can be ticked, while there is a choice. */
  readonly taking?: Taking | undefined;
}

/** What the call would change, or what it asked for when there is nothing to compare. */
export function Change({ approval, change, taking }: Props) {
  const { diffView } = usePage();
  const view = useValue(diffView, (value) => value);
  const input = editInputOf(approval);
  if (approval.status === "proposed") return null;
  if (change === undefined) return <Asked approval={approval} />;
  const shown = (
    <>
      {input !== undefined && <p className="card-summary">{summaryOf(input.operations)}</p>}
      <Drawn change={change} view={view} taking={taking} />
    </>
  );
  if (approval.outcome === undefined) return shown;
  return (
    <details className="fold">
      <summary>
        {approval.status === "accepted" ? "What was written" : "What was proposed"} <Counts diff={change.diff} />
      </summary>
      {shown}
    </details>
  );
}

interface DrawnProps {
  readonly change: AnyChange;
  readonly view: DiffView;
  readonly taking: Taking | undefined;
}

function Drawn({ change, view, taking }: DrawnProps) {
  switch (change.kind) {
    case "text":
      return <ApprovalDiff diff={change.diff} view={view} selectedHunks={taking?.ticked} onSelectedHunksChange={taking?.tick} />;
    case "tools":
      return <ToolChanges diff={change.diff} json={change.json} view={view} taking={taking} />;
    case "rows":
      return <RowChanges diff={change.diff} rows={change.rows} parts={change.parts} view={view} taking={taking} />;
  }
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
