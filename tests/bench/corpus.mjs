import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Sizes of texts, in bytes of the longer side. */
const sizes = /** @type {const} */ ([["under 2 KB", 0, 2_000], ["2 to 10 KB", 2_000, 10_000], ["10 to 50 KB", 10_000, 50_000], ["over 50 KB", 50_000, Infinity]]);

/**
 * The pairs of a folder of real texts, by size: `manifest.json` names them, `blobs/` holds them.
 * @param {string} folder
 */
export function readCorpus(folder) {
  /** @type {{ pairs: { before: string, after: string, beforeBytes: number, afterBytes: number }[] }} */
  const { pairs } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  /** @param {string} id */
  const text = (id) => readFileSync(join(folder, "blobs", id), "utf8");
  return sizes.map(([name, from, to]) => ({
    name,
    pairs: pairs
      .filter(({ beforeBytes, afterBytes }) => Math.max(beforeBytes, afterBytes) >= from && Math.max(beforeBytes, afterBytes) < to)
      .map(({ before, after }) => ({ before: text(before), after: text(after) })),
  }));
}
