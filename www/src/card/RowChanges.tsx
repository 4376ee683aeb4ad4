import { findHazards, type RowChange, type RowsDiff, type TextDiff } from "countersign";
import { ApprovalDiff, type DiffView } from "countersign/react";
import { useMemo, useState } from "react";
import { CellSide, HiddenNote } from "./CellSide.tsx";
import { partsOf, type RowPart } from "./parts.ts";
import { Sign } from "./Sign.tsx";
import type { Taking } from "./taking.ts";
import { Tick } from "./Tick.tsx";

interface Props {
  readonly diff: TextDiff;
  readonly rows: RowsDiff;
  readonly parts: readonly RowPart[];
  readonly view: DiffView;
  readonly taking: Taking | undefined;
}

/** So many changed rows are drawn at first, and so many more each time. */
const step = { first: 20, more: 50 };

/** The rows that change, each with its cells. The rows that stay are not drawn. */
export function RowChanges({ diff, rows, parts, view, taking }: Props) {
  const [drawn, setDrawn] = useState(step.first);
  const [asText, setAsText] = useState(rows.rows.length === 0);
  const places = useMemo(() => new Map(parts.map((part, index) => [part, index])), [parts]);
  const all = useMemo(() => parts.map((_, index) => index), [parts]);
  return (
    <>
      <p className="card-summary row-summary">
        {taking !== undefined && (
          <Tick parts={all} taking={taking}>
            All rows
          </Tick>
        )}
        <span>{summaryOf(rows.rows)}</span>
      </p>
      {rows.ambiguousIds && <p className="card-summary">Some rows share an id: they were matched in the order in which they stand.</p>}
      {rows.rows.length > 0 && (
        <table className="row-changes" aria-label="Rows that change">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          {rows.rows.slice(0, drawn).map((row, index) => (
            <Row key={index} row={row} places={places} taking={taking} />
          ))}
        </table>
      )}
      {rows.rows.length > drawn && (
        <p className="row-more">
          <button type="button" className="button button-small" onClick={() => setDrawn(drawn + step.more)}>
            Show more of {rows.rows.length} changed rows
          </button>
        </p>
      )}
      <details className="fold" open={asText} onToggle={(event) => setAsText(event.currentTarget.open)}>
        <summary>As text</summary>
        {asText && <ApprovalDiff diff={diff} view={view} />}
      </details>
    </>
  );
}

interface RowProps {
  readonly row: RowChange;
  readonly places: ReadonlyMap<RowPart, number>;
  readonly taking: Taking | undefined;
}

function Row({ row, places, taking }: RowProps) {
  const placesOf = (parts: readonly RowPart[]): readonly number[] => parts.flatMap((part) => places.get(part) ?? []);
  const title = `Row ${row.id} ${row.kind}${row.kind === "moved" ? ` from place ${(row.beforeIndex ?? 0) + 1} to ${(row.afterIndex ?? 0) + 1}` : ""}`;
  const own = row.kind === "moved" ? placesOf([row]) : placesOf(partsOf(row));
  const isLeft = (parts: readonly number[]): boolean => taking !== undefined && !parts.some((part) => taking.ticked.has(part));
  return (
    <tbody data-row={row.id} data-kind={row.kind}>
      <tr className="row-title" data-left={isLeft(own)}>
        <th scope="rowgroup" colSpan={3}>
          <span className="choice">
            {taking !== undefined && <Tick label={title} parts={own} taking={taking} />}
            <Sign kind={row.kind} />
            <span>{title}</span>
          </span>
        </th>
      </tr>
      {row.cells.map((cell) => {
        const parts = placesOf([cell]);
        return (
          <tr key={cell.key} data-cell={cell.key} data-left={isLeft(parts)}>
            <th scope="row">
              <span className="choice">
                {taking !== undefined && <Tick label={`${cell.key} of row ${row.id}`} parts={parts} taking={taking} />}
                <span>{cell.key}</span>
              </span>
            </th>
            <CellSide side="before" diff={cell.text} missing={cell.before === undefined} />
            <CellSide side="after" diff={cell.text} missing={cell.after === undefined} />
          </tr>
        );
      })}
      {(row.kind === "added" || row.kind === "removed") && <WholeRow row={row} />}
    </tbody>
  );
}

/** Every cell of a row that comes or goes. */
function WholeRow({ row: { kind, before, after } }: { readonly row: RowChange }) {
  const none = <td className="cell-none">none</td>;
  return cellsOf(after ?? before ?? "").map(([key, text]) => {
    const cell = (
      <td className={kind === "added" ? "cell-after" : "cell-before"}>
        <bdi dir="auto">{text}</bdi>
        <HiddenNote count={findHazards(text).length} />
      </td>
    );
    return (
      <tr key={key} data-cell={key}>
        <th scope="row">{key}</th>
        {kind === "added" ? none : cell}
        {kind === "added" ? cell : none}
      </tr>
    );
  });
}

function cellsOf(json: string): readonly (readonly [string, string])[] {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null) return [["", json]];
  return Object.entries(value)
    .filter(([key]) => key !== "id")
    .map(([key, cell]: [string, unknown]) => [key, typeof cell === "string" ? cell : JSON.stringify(cell)]);
}

function summaryOf(rows: readonly RowChange[]): string {
  if (rows.length === 0) return "No row changes.";
  const kinds = ["changed", "added", "removed", "moved"] as const;
  const counts = kinds.map((kind) => ({ kind, many: rows.filter((row) => row.kind === kind).length })).filter(({ many }) => many > 0);
  const parts = counts.map(({ kind, many }, index) => `${many}${index === 0 ? (many === 1 ? " row" : " rows") : ""} ${kind}`);
  return `${parts.join(", ")}.`;
}
