import type { Approval, TextDiff } from "countersign";
import { prettyJson } from "../app/json.ts";
import { DiffHunkRows } from "./DiffHunkRows.tsx";
import { editInputOf } from "./editInput.ts";
import { summaryOf } from "./words.ts";
import { useDiff } from "./useDiff.ts";

/** What the call would change, or what it asked for when there is nothing to compare. */
export function Change({ approval }: { readonly approval: Approval }) {
  const diff = useDiff(approval);
  const input = editInputOf(approval);
  if (approval.status === "proposed") return null;
  if (diff === undefined) return <Asked approval={approval} />;
  const shown = (
    <>
      {input !== undefined && <p className="card-summary">{summaryOf(input.operations)}</p>}
      <Diff diff={diff} />
    </>
  );
  if (approval.outcome === undefined) return shown;
  return (
    <details className="fold">
      <summary>{approval.status === "accepted" ? "What was written" : "What was proposed"}</summary>
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

function Diff({ diff }: { readonly diff: TextDiff }) {
  const lineEndsChanged = diff.beforeEol !== diff.afterEol;
  return (
    <div className="diff" role="group" aria-label="Change, line by line" tabIndex={0}>
      {lineEndsChanged && (
        <p className="diff-fact">
          Line endings change from {eolNames[diff.beforeEol]} to {eolNames[diff.afterEol]}.
        </p>
      )}
      {diff.truncated && <p className="diff-fact">This change is very large, so it is shown coarsely. It is complete.</p>}
      {diff.hunks.length === 0 && <p className="diff-fact">Nothing changes in the text.</p>}
      <table>
        <colgroup>
          <col className="diff-col-number" span={2} />
          <col className="diff-col-sign" />
          <col />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Line after</th>
            <th scope="col">Change</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        {diff.hunks.map((hunk, index) => {
          const previous = diff.hunks[index - 1];
          const unchanged = hunk.beforeStart - (previous === undefined ? 1 : previous.beforeStart + previous.beforeLines);
          return (
            <DiffHunkRows
              key={`${hunk.beforeStart}:${hunk.afterStart}`}
              hunk={hunk}
              unchangedBefore={unchanged}
            />
          );
        })}
      </table>
    </div>
  );
}

const eolNames = { none: "none", lf: "LF", crlf: "CRLF", cr: "CR", mixed: "mixed" } as const;
