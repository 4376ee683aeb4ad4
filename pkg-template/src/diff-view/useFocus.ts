import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Chunk } from "./chunks.js";

interface Options {
  readonly chunks: readonly Chunk[];
  readonly hunks: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly reveal: (index: number) => void;
}

export interface DiffFocus {
  /** The chunk that has, or had, the focus: it stays drawn, or scrolling would take the focus away. */
  readonly held: string | undefined;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves the focus to the next or the previous change, from the last to the first. */
  readonly goTo: (step: 1 | -1) => void;
}

/** A change is found by the element with its `data-hunk`: its checkbox, or its first changed row. */
export function useFocus({ chunks, hunks, scroller, reveal }: Options): DiffFocus {
  const [held, setHeld] = useState<string>();
  const [goal, setGoal] = useState<{ readonly hunk: number }>();
  const current = useRef(-1);

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    setHeld(target.closest<HTMLElement>("[data-chunk]")?.dataset["chunk"]);
    if (target.dataset["hunk"] !== undefined) current.current = Number(target.dataset["hunk"]);
  };

  const goTo = (step: 1 | -1): void => {
    if (hunks === 0) return;
    const from = current.current < 0 && step < 0 ? 0 : current.current;
    const hunk = (from + step + hunks) % hunks;
    current.current = hunk;
    reveal(chunks.findIndex((chunk) => (chunk.kind === "heading" || chunk.kind === "pairs") && chunk.hunk === hunk));
    setGoal({ hunk });
  };

  // By now it is drawn.
  useEffect(() => {
    const element = scroller.current;
    if (goal === undefined || element === null) return;
    const target = element.querySelector<HTMLElement>(`[data-hunk="${goal.hunk}"]`);
    if (target === null) return;
    element.scrollTop += target.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 4;
    target.focus();
  }, [goal, scroller]);

  return { held, onFocus, goTo };
}
