import { useState } from "react";
import { useNewest } from "./useNewest.js";

export interface OpenGaps {
  /** By the place of the gap. */
  readonly open: ReadonlySet<number>;
  readonly toggleGap: (index: number) => void;
}

const NO_GAPS: ReadonlySet<number> = new Set();

/** Gaps stay open while a change is edited; they are shut when other hunks come. */
export function useOpenGaps(hunks: number): OpenGaps {
  const [state, setState] = useState({ hunks, open: NO_GAPS });
  const open = state.hunks === hunks ? state.open : NO_GAPS;
  const toggleGap = useNewest((index: number) => setState({ hunks, open: toggled(open, index) }));
  return { open, toggleGap };
}

/** The set with the item, or without it if it was there. */
export function toggled(set: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
