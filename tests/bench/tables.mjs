/** @typedef {import("./measure.ts").Timing} Timing */

/**
 * @param {string} title @param {readonly string[]} head @param {readonly (readonly string[])[]} rows
 */
export const table = (title, head, rows) => [`### ${title}`, "", row(head), row(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(row), ""].join("\n");

/** @param {readonly string[]} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;

/** @param {Timing} timing */
export const absolute = ({ p50, p95 }) => [duration(p50), ...(p95 === undefined ? [] : [duration(p95)])].join(" · ");

/**
 * Ours ÷ theirs at p50 and p95, and their own p50.
 * @param {Timing} ours @param {Timing} theirs
 */
export function ratio(ours, theirs) {
  if (theirs.gaveUp === true) return `< ${number(ours.p50 / theirs.p50)} (gave up after ${duration(theirs.p50)})`;
  const shares = [ours.p50 / theirs.p50, ...(ours.p95 === undefined || theirs.p95 === undefined ? [] : [ours.p95 / theirs.p95])];
  return `${shares.map(number).join(" · ")} (${duration(theirs.p50)})`;
}

/** @param {number} ms */
function duration(ms) {
  if (ms >= 1_000) return `${number(ms / 1_000)} s`;
  return ms >= 1 ? `${number(ms)} ms` : `${number(ms * 1_000)} µs`;
}

/**
 * With no more digits than a busy machine can tell.
 * @param {number} value
 */
export const number = (value) => value.toLocaleString("en", { maximumSignificantDigits: value >= 100 ? 3 : value >= 0.1 ? 2 : 1 });
