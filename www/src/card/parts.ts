import { diffJson, diffRows, JsonText, type Approval, type CellChange, type JsonDiff, type RowChange, type RowsDiff, type TextDiff } from "countersign";
import { useDiff } from "./useDiff.ts";

/** What a call would change: its lines, and what they mean where the tool says more than text. */
export type Change =
  | { readonly kind: "text"; readonly diff: TextDiff }
  | { readonly kind: "tools"; readonly diff: TextDiff; readonly json: JsonDiff }
  | { readonly kind: "rows"; readonly diff: TextDiff; readonly rows: RowsDiff; readonly parts: readonly RowPart[] };

export type RowPart = RowChange | CellChange;

const known = new WeakMap<TextDiff, Change>();

/** The change that a call shows, while the store knows it. */
export function useChange(approval: Approval): Change | undefined {
  const diff = useDiff(approval);
  return diff && changeOf(approval.toolName, diff);
}

function changeOf(toolName: string, diff: TextDiff): Change {
  const change = known.get(diff) ?? read(toolName, diff);
  known.set(diff, change);
  return change;
}

function read(toolName: string, diff: TextDiff): Change {
  try {
    const [before, after] = [new JsonText(diff.before), new JsonText(diff.after)];
    if (toolName === "write_prompt_tools") return { kind: "tools", diff, json: diffJson(before, after) };
    if (toolName === "patch_dataset_rows") {
      const rows = diffRows(before, after, { id: "id" });
      return { kind: "rows", diff, rows, parts: rows.rows.flatMap(partsOf) };
    }
  } catch {
    // Texts that are no JSON, of a stored call that was tampered with, are still two texts.
  }
  return { kind: "text", diff };
}

/** What of a row can be taken by itself: a changed row is its cells. */
export const partsOf = (row: RowChange): readonly RowPart[] => (row.kind === "changed" ? row.cells : [row, ...row.cells]);

/** How many parts a person can choose from. */
export function countParts(change: Change): number {
  switch (change.kind) {
    case "text":
      return change.diff.hunks.length;
    case "tools":
      return change.json.changes.length;
    case "rows":
      return change.parts.length;
  }
}
