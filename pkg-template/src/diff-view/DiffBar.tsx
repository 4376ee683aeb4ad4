import { type ReactNode, useCallback } from "react";
import type { TextDiff } from "../diff.js";
import type { DiffWords } from "./words.js";

interface Props {
  readonly diff: TextDiff;
  readonly words: DiffWords;
  /** The hunks that are ticked, when hunks can be. */
  readonly selected: ReadonlySet<number> | undefined;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
  readonly goTo: (step: 1 | -1) => void;
}

/** How much changes, and what one does with several hunks. */
export function DiffBar({ diff: { additions, deletions, hunks }, words, selected, onSelect, goTo }: Props): ReactNode {
  const many = selected === undefined ? 0 : hunks.filter((_, index) => selected.has(index)).length;
  const some = many > 0 && many < hunks.length;
  // There is no attribute for it.
  const mix = useCallback(
    (box: HTMLInputElement | null) => {
      if (box !== null) box.indeterminate = some;
    },
    [some],
  );
  const all = many === hunks.length;
  return (
    <div className="countersign-diff-bar">
      <p aria-live="polite">{words.summary(additions, deletions)}</p>
      {hunks.length > 1 && (
        <>
          {selected !== undefined && (
            <label>
              <input ref={mix} type="checkbox" checked={all} onChange={() => onSelect(new Set(all ? [] : hunks.keys()))} />
              {words.allHunks}
            </label>
          )}
          <button type="button" aria-label={words.previous} title={words.previous} aria-keyshortcuts="p" onClick={() => goTo(-1)}>
            ↑
          </button>
          <button type="button" aria-label={words.next} title={words.next} aria-keyshortcuts="n" onClick={() => goTo(1)}>
            ↓
          </button>
        </>
      )}
    </div>
  );
}
