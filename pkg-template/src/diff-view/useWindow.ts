import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Chunk } from "./chunks.js";

/** The first chunk that is drawn, and the first after it that is not. */
interface Range {
  readonly first: number;
  readonly end: number;
}

export interface DiffWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly isDrawn: (index: number) => boolean;
  /** What a chunk takes, in pixels: measured, or estimated as long as it never was drawn. */
  readonly heightOf: (chunk: Chunk) => number;
  /** Scrolls a chunk into view, and has it drawn. */
  readonly reveal: (index: number) => void;
}

/** How high the part that scrolls is taken to be where there is no layout, in pixels. */
const NO_LAYOUT = 480;
/** What is drawn above and below the part in view, in pixels. */
const MARGIN = 320;

/**
 * Draws of many chunks those in view. Rows wrap, so their heights differ: each chunk is measured when
 * it is drawn, and what is in view stays where it is when one above turns out higher or lower.
 */
export function useWindow(chunks: readonly Chunk[], active: boolean): DiffWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const heightOf = useCallback((chunk: Chunk) => heights.get(chunk.key) ?? chunk.estimate, [heights]);
  const [range, setRange] = useState(() => rangeAt(chunks, heightOf, 0, NO_LAYOUT));

  const update = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    const next = rangeAt(chunks, heightOf, scrollTop, clientHeight || NO_LAYOUT);
    setRange((last) => (last.first === next.first && last.end === next.end ? last : next));
  }, [chunks, heightOf]);

  useEffect(() => {
    const element = scroller.current;
    if (!active || element === null) return undefined;
    update();
    if (typeof ResizeObserver === "undefined") return undefined;
    const byKey = new Map(chunks.map((chunk) => [chunk.key, chunk]));
    // Told after layout and before painting.
    const observer = new ResizeObserver(() => {
      measure(element, byKey, heights);
      update();
    });
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [active, chunks, heights, update]);

  const reveal = (index: number): void => {
    if (!active || scroller.current === null) return;
    scroller.current.scrollTop = chunks.slice(0, index).reduce((sum, chunk) => sum + heightOf(chunk), 0);
    setRange(rangeAt(chunks, heightOf, scroller.current.scrollTop, scroller.current.clientHeight || NO_LAYOUT));
  };

  return {
    scroller,
    onScroll: active ? update : ignore,
    isDrawn: (index) => !active || (index >= range.first && index < range.end),
    heightOf,
    reveal,
  };
}

function ignore(): void {}

function rangeAt(chunks: readonly Chunk[], heightOf: (chunk: Chunk) => number, top: number, height: number): Range {
  let at = 0;
  let first: number | undefined;
  let end = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (at > top + height + MARGIN) break;
    at += heightOf(chunk);
    if (first === undefined && at >= top - MARGIN) first = index;
    end = index + 1;
  }
  return { first: first ?? Math.max(0, end - 1), end };
}

/** Notes how high the drawn chunks are, and scrolls by what those above the view have gained or lost. */
function measure(scroller: HTMLElement, chunks: ReadonlyMap<string, Chunk>, heights: Map<string, number>): void {
  const { top } = scroller.getBoundingClientRect();
  let moved = 0;
  for (const element of scroller.querySelectorAll<HTMLElement>("[data-chunk]")) {
    const chunk = chunks.get(element.dataset["chunk"] ?? "");
    const box = element.getBoundingClientRect();
    if (chunk === undefined || box.height === 0) continue;
    const known = heights.get(chunk.key) ?? chunk.estimate;
    if (box.top - top - moved + known <= 0) moved += box.height - known;
    heights.set(chunk.key, box.height);
  }
  if (moved !== 0) scroller.scrollTop += moved;
}
