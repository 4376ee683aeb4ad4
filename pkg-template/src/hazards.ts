import { findHazards as numbersOf } from "./core/texts.js";
import type { Hazard, HazardKind } from "./diff.js";

/** By the numbers of the core. */
const KINDS: readonly HazardKind[] = ["bidi", "zero_width", "tag", "control", "invisible", "look_alike", "padding"];

/** What of a text could deceive its reader, in order. */
export function findHazards(text: string): readonly Hazard[] {
  const numbers = numbersOf(text);
  const found: Hazard[] = [];
  for (let at = 0; at < numbers.length; at += 3) {
    found.push(Object.freeze({ kind: KINDS[numbers[at] ?? 0] ?? "invisible", start: numbers[at + 1] ?? 0, end: numbers[at + 2] ?? 0 }));
  }
  return Object.freeze(found);
}
