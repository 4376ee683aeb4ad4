import type { DiffRow, TextDiff } from "countersign";
import { Fragment } from "react";

interface Props {
  readonly side: "before" | "after";
  /** The difference of the cell's texts. */
  readonly diff: TextDiff;
  /** The cell is not there on this side. */
  readonly missing: boolean;
}

/** One side of a changed cell, with its changed words. */
export function CellSide({ side, diff, missing }: Props) {
  if (missing) return <td className="cell-none">none</td>;
  return (
    <td className={`cell-${side}`}>
      <bdi dir="auto">
        {linesOf(diff, side).map((line, index) => (
          <Fragment key={index}>
            {index > 0 && "\n"}
            {line}
          </Fragment>
        ))}
      </bdi>
      <HiddenNote count={diff.hazards[side].length} />
    </td>
  );
}

/** Says that a text is not what it looks like. The view as text shows where. */
export function HiddenNote({ count }: { readonly count: number }) {
  return count > 0 && <span className="cell-hazards">Hidden characters: {count}. The text below shows them.</span>;
}

function linesOf({ hunks, before, after }: TextDiff, side: "before" | "after"): readonly React.ReactNode[] {
  if (hunks.length === 0) return [side === "before" ? before : after];
  const own = side === "before" ? "removed" : "added";
  const ownEnd = side === "before" ? "beforeLine" : "afterLine";
  const lines = hunks.flatMap(({ rows }) => rows.filter(({ kind }) => kind === "context" || kind === own));
  return lines.flatMap((row, index) => {
    const follows = index === 0 || row[ownEnd] === (lines[index - 1]?.[ownEnd] ?? 0) + 1;
    return follows ? [lineOf(row)] : ["…", lineOf(row)];
  });
}

function lineOf({ kind, text, emphasis }: DiffRow): React.ReactNode {
  const Word = kind === "removed" ? "del" : "ins";
  let at = 0;
  const pieces = emphasis.map(({ start, end }) => {
    const piece = (
      <Fragment key={start}>
        {text.slice(at, start)}
        <Word>{text.slice(start, end)}</Word>
      </Fragment>
    );
    at = end;
    return piece;
  });
  return [...pieces, text.slice(at)];
}
