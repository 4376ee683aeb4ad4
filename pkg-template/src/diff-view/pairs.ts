import type { DiffHunk, DiffRow } from "../diff.js";

/** What stands on one row: the same line twice for context, one side alone, or two lines side by side. */
export interface Pair {
  readonly before?: DiffRow;
  readonly after?: DiffRow;
}

export type DiffView = "unified" | "split";

/** The rows of a hunk as the view shows them. */
export function pairsOf({ rows }: DiffHunk, view: DiffView): readonly Pair[] {
  return view === "unified" ? rows.map(alone) : sideBySide(rows);
}

const alone = (row: DiffRow): Pair =>
  row.kind === "context" ? { before: row, after: row } : row.kind === "removed" ? { before: row } : { after: row };

function sideBySide(rows: readonly DiffRow[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    pairs.push(...zipped(removed, added));
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === "removed") removed.push(row);
    else if (row.kind === "added") added.push(row);
    else {
      flush();
      pairs.push(alone(row));
    }
  }
  flush();
  return pairs;
}

/** Lines of one run of changes: a line beside the one that it became, the others in order. */
function zipped(removed: readonly DiffRow[], added: readonly DiffRow[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const places = new Map(added.map((row, index) => [row.afterLine, index]));
  let [left, right] = [0, 0];
  const fill = (leftEnd: number, rightEnd: number): void => {
    while (left < leftEnd || right < rightEnd) {
      const before = left < leftEnd ? removed[left++] : undefined;
      const after = right < rightEnd ? added[right++] : undefined;
      pairs.push({ ...(before && { before }), ...(after && { after }) });
    }
  };
  for (const [index, row] of removed.entries()) {
    const partner = row.pairedLine === undefined ? undefined : places.get(row.pairedLine);
    if (partner === undefined || partner < right) continue;
    fill(index, partner);
    fill(index + 1, partner + 1);
  }
  fill(removed.length, added.length);
  return pairs;
}
