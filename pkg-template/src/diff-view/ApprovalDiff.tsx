import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useMemo } from "react";
import type { TextDiff } from "../diff.js";
import { chunksOf, gapsOf } from "./chunks.js";
import { DiffBar } from "./DiffBar.js";
import { DiffChunk, type Shared } from "./DiffChunk.js";
import { DiffFacts } from "./DiffFacts.js";
import { hazardsByLine } from "./hazards.js";
import { linesOf } from "./lines.js";
import type { DiffView } from "./pairs.js";
import { useFocus } from "./useFocus.js";
import { useNewest } from "./useNewest.js";
import { toggled, useOpenGaps } from "./useOpenGaps.js";
import { useWindow } from "./useWindow.js";
import { type DiffWords, english } from "./words.js";

export interface ApprovalDiffProps {
  /** What `store.diff(toolCallId)` gives. */
  readonly diff: TextDiff;
  /** One text with both sides in it, or two side by side. By default `unified`. */
  readonly view?: DiffView | undefined;
  /** The hunks that are ticked, by their place in `diff.hunks`. Without it there are no checkboxes. */
  readonly selectedHunks?: ReadonlySet<number> | readonly number[] | undefined;
  readonly onSelectedHunksChange?: ((selected: ReadonlySet<number>) => void) | undefined;
  /** Words that replace the English ones. */
  readonly words?: Partial<DiffWords> | undefined;
}

/** Rows that are all drawn; of more, those in view. */
const ALL_DRAWN = 500;

/** Draws a change, line by line. It is styled by `countersign/diff.css`. */
export function ApprovalDiff({ diff, view = "unified", selectedHunks, onSelectedHunksChange, words: replaced }: ApprovalDiffProps): ReactNode {
  const words = useMemo(() => ({ ...english, ...replaced }), [replaced]);
  const lines = useMemo(() => linesOf(diff), [diff]);
  const gaps = useMemo(() => gapsOf(diff, lines), [diff, lines]);
  const lineHazards = useMemo(() => hazardsByLine(diff.hazards, lines), [diff, lines]);
  const { open, toggleGap } = useOpenGaps(diff.hunks.length);
  const headings = selectedHunks !== undefined;
  const selected = useMemo(() => new Set(selectedHunks), [selectedHunks]);
  const select = useNewest((next: ReadonlySet<number>) => onSelectedHunksChange?.(next));
  const toggleHunk = useNewest((hunk: number) => select(toggled(selected, hunk)));
  const hunks = diff.hunks.length;

  const chunks = useMemo(() => chunksOf({ diff, lines, gaps, view, open, headings }), [diff, lines, gaps, view, open, headings]);
  const last = chunks.at(-1);
  const rows = last === undefined ? 0 : last.above + last.rows;
  const windowed = rows > ALL_DRAWN;
  const { scroller, onScroll, isDrawn, heightOf, reveal } = useWindow(chunks, windowed);
  const shared = useMemo<Shared>(
    () => ({ view, words, lines, hazards: lineHazards, hunks, headings, toggleGap, toggleHunk }),
    [view, words, lines, lineHazards, hunks, headings, toggleGap, toggleHunk],
  );

  const { held, onFocus, goTo } = useFocus({ chunks, hunks, scroller, reveal });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key !== "n" && event.key !== "p") return;
    event.preventDefault();
    goTo(event.key === "n" ? 1 : -1);
  };
  // What is marked with the mouse from one side of a split view on is of that side alone.
  const onMouseDown = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    const cell = target instanceof Element ? target.closest('[role="cell"]') : null;
    const before = cell !== null && [...(cell.parentElement?.children ?? [])].indexOf(cell) < 2;
    currentTarget.dataset["selecting"] = before ? "before" : "after";
  };

  const drawn: ReactNode[] = [];
  let skipped = 0;
  const skip = (to: string): void => {
    if (skipped > 0) drawn.push(<Spacer key={`before ${to}`} height={skipped} />);
    skipped = 0;
  };
  for (const [index, chunk] of chunks.entries()) {
    if (!isDrawn(index) && chunk.key !== held) {
      skipped += heightOf(chunk);
      continue;
    }
    skip(chunk.key);
    const on = chunk.kind === "fold" ? open.has(chunk.index) : chunk.kind === "heading" && selected.has(chunk.hunk);
    drawn.push(<DiffChunk key={chunk.key} chunk={chunk} shared={shared} on={on} />);
  }
  skip("end");

  const digits = String(Math.max(lines.before.count, lines.after.count)).length;
  const columns = view === "split"
    ? [words.lineBefore, words.textBefore, words.lineAfter, words.textAfter]
    : [words.lineBefore, words.lineAfter, words.text];
  return (
    <div className={`countersign-diff countersign-diff-${view}`} data-digits={digits} onKeyDown={onKeyDown} onMouseDown={onMouseDown} onFocus={onFocus}>
      <DiffBar diff={diff} words={words} selected={headings ? selected : undefined} onSelect={select} goTo={goTo} />
      <DiffFacts diff={diff} words={words} />
      <div
        ref={scroller}
        className="countersign-diff-scroller"
        role="group"
        aria-label={words.region}
        tabIndex={0}
        data-windowed={windowed || undefined}
        onScroll={onScroll}
      >
        <div role="table" aria-rowcount={rows + 1} className="countersign-diff-table">
          <div role="rowgroup" className="countersign-diff-spoken">
            <div role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <span key={column} role="columnheader">
                  {column}
                </span>
              ))}
            </div>
          </div>
          {drawn}
        </div>
      </div>
    </div>
  );
}

/** What stands for rows that are not drawn. Its height is no attribute, which a Content Security Policy may refuse. */
function Spacer({ height }: { readonly height: number }): ReactNode {
  const set = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) element.style.height = `${height}px`;
    },
    [height],
  );
  return <div ref={set} role="presentation" />;
}
