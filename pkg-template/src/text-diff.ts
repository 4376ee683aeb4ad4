import { diffText, unifiedText } from "./core/texts.js";
import { cutEnds } from "./cut.js";
import { lineDeltaOf } from "./delta.js";
import { decodeDiff } from "./decode.js";
import type { TextDiff } from "./diff.js";
import type { Preview } from "./preview.js";
import { wellFormed } from "./well-formed.js";

/** Compares the two texts of a preview. */
export function createTextDiff({ before, after, fileName: named = "text" }: Preview): TextDiff {
  const { fix, restorePatch } = wellFormed(before, after);
  const [old, fresh] = [fix(before), fix(after)];
  const middle = cutEnds(old, fresh);
  const part = middle && diffText(middle.before, lineDeltaOf(middle.before, middle.after), middle.cut);
  const numbers = part ?? diffText(old, lineDeltaOf(old, fresh), 0) ?? [];
  const unified = (fileName = named): string => restorePatch(unifiedText(old, fresh, String(fileName)));
  return decodeDiff(before, after, numbers, part && middle?.head, unified);
}
