import { memo, type ReactNode } from "react";
import type { Chunk, Gap } from "./chunks.js";
import { DiffText } from "./DiffText.js";
import { type BothLineHazards, hazardLines } from "./hazards.js";
import type { BothLines } from "./lines.js";
import type { DiffView, Pair } from "./pairs.js";
import type { DiffWords } from "./words.js";

/** What all chunks of a view have in common. */
export interface Shared {
  readonly view: DiffView;
  readonly words: DiffWords;
  readonly lines: BothLines;
  readonly hazards: BothLineHazards;
  readonly hunks: number;
  readonly headings: boolean;
  readonly toggleGap: (index: number) => void;
  readonly toggleHunk: (hunk: number) => void;
}

interface Props {
  readonly chunk: Chunk;
  readonly shared: Shared;
  /** Whether the gap is open, or the hunk selected. */
  readonly on: boolean;
}

/** Drawn anew when its own rows change, and not while others come and go. */
export const DiffChunk = memo(function DiffChunk({ chunk, shared, on }: Props): ReactNode {
  return (
    <div role="rowgroup" data-chunk={chunk.key}>
      {rowsOf(chunk, shared, on)}
    </div>
  );
});

function rowsOf(chunk: Chunk, shared: Shared, on: boolean): ReactNode {
  // The first row of the table has the names of its columns.
  const first = chunk.above + 2;
  switch (chunk.kind) {
    case "fold":
      return fold(chunk.gap, chunk.index, first, shared, on);
    case "heading":
      return (
        <div role="row" aria-rowindex={first} className="countersign-diff-heading">
          <span role="cell" aria-colspan={shared.view === "split" ? 4 : 3}>
            <label>
              <input type="checkbox" data-hunk={chunk.hunk} checked={on} onChange={() => shared.toggleHunk(chunk.hunk)} />
              {shared.words.hunk(chunk.hunk + 1, shared.hunks, chunk.from, chunk.to)}
            </label>
          </span>
        </div>
      );
    case "pairs":
      return chunk.pairs.map((pair, index) => (
        <Row
          key={index}
          pair={pair}
          index={first + index}
          shared={shared}
          {...(!shared.headings && index === chunk.first && { hunk: chunk.hunk })}
        />
      ));
    case "lines":
      return Array.from({ length: chunk.rows }, (_, index) => (
        <Row key={index} pair={unchangedLine(chunk.gap, chunk.from + index, shared.lines)} index={first + index} shared={shared} />
      ));
  }
}

function fold(gap: Gap, index: number, row: number, { view, words, hazards, toggleGap }: Shared, open: boolean): ReactNode {
  return (
    <div role="row" aria-rowindex={row} className="countersign-diff-fold">
      <span role="cell" aria-colspan={view === "split" ? 4 : 3}>
        <button type="button" aria-expanded={open} onClick={() => toggleGap(index)}>
          {words.fold(gap.count, hazardLines(hazards.before, gap.before, gap.count))}
        </button>
      </span>
    </div>
  );
}

function unchangedLine({ before, after }: Gap, at: number, lines: BothLines): Pair {
  const row = { kind: "context", beforeLine: before + at, afterLine: after + at, emphasis: [], ...lines.before.read(before + at) } as const;
  return { before: row, after: row };
}

interface RowProps {
  readonly pair: Pair;
  readonly index: number;
  readonly shared: Shared;
  /** The hunk that is found by this row. */
  readonly hunk?: number;
}

function Row({ pair: { before, after }, index, shared: { view, words, hazards }, hunk }: RowProps): ReactNode {
  const target = hunk === undefined ? {} : { "data-hunk": hunk, tabIndex: -1 };
  const text = (side: "before" | "after", terminator: boolean): ReactNode => {
    const row = side === "before" ? before : after;
    if (row === undefined) return <span role="cell" className="countersign-diff-empty" />;
    const line = side === "before" ? row.beforeLine : row.afterLine;
    return <DiffText row={row} hazards={hazards[side].get(line ?? 0)} words={words} terminator={terminator} />;
  };
  const number = (line: number | undefined, kind: string): ReactNode => (
    <span role="cell" className={`countersign-diff-number countersign-diff-${kind}`}>
      {line}
    </span>
  );
  const kind = (before ?? after)?.kind ?? "context";
  return (
    <div role="row" aria-rowindex={index} className={`countersign-diff-row${before === after ? " countersign-diff-same" : ""}`} {...target}>
      {view === "split" ? (
        <>
          {number(before?.beforeLine, before?.kind ?? "empty")}
          {text("before", false)}
          {number(after?.afterLine, after?.kind ?? "empty")}
          {text("after", true)}
        </>
      ) : (
        <>
          {number(before?.beforeLine, kind)}
          {number(after?.afterLine, kind)}
          {text(before === undefined ? "after" : "before", true)}
        </>
      )}
    </div>
  );
}
