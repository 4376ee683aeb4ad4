import { Failure } from "../../pkg-template/build/process.mjs";
import { provide } from "./needs.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {Counts & { line: string }} Result what a suite came to, and its closing line */

/**
 * Runs one suite. Whatever goes wrong counts as a failure of it, so that the others still run.
 * @param {string} name @param {import("./suites.mjs").Suite} suite @returns {Promise<Result>}
 */
export async function trial(name, suite) {
  console.log(`\n── ${name}`);
  const from = performance.now();
  const counts = await attempt(suite);
  const line = `── ${name}: ${verdict(counts)} in ${((performance.now() - from) / 1000).toFixed(1)} s`;
  console.log(line);
  return { ...counts, line };
}

/** @param {import("./suites.mjs").Suite} suite @returns {Promise<Counts>} */
async function attempt({ needs, run }) {
  try {
    await provide(needs);
    const counts = await run();
    if (counts.passed + counts.failed > 0) return counts;
    throw new Failure("it ran no test: a suite that tests nothing cannot pass");
  } catch (error) {
    console.error(error instanceof Failure ? `error: ${error.message}` : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {Counts} counts */
function verdict({ passed, failed, skipped }) {
  const left = skipped > 0 ? `, ${skipped} skipped` : "";
  return failed > 0 ? `FAILED, ${failed} of ${passed + failed}${left}` : `ok, ${passed}${left}`;
}

/**
 * Every suite's closing line once more, where there are several; then the sum of them all.
 * @param {readonly Result[]} results
 */
export function summary(results) {
  /** @param {"passed" | "failed"} key */
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const lines = results.length > 1 ? results.map(({ line }) => line) : [];
  return ["", ...lines, `${sum("passed")} passed, ${sum("failed")} failed`].join("\n");
}
