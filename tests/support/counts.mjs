import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A check that either holds or does not.
 * @param {boolean} ok @returns {Counts}
 */
export const single = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/**
 * cargo test closes once for each binary.
 * @param {string} output @param {number} code @returns {Counts}
 */
export function cargoCounts(output, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const closings = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  for (const [, passed, failed, ignored] of closings) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  // A binary that aborted, or whose browser did not start, has an opening line and no closing one.
  const opened = output.match(/^ +(?:Running (?:unittests )?\S+ \(|Doc-tests )/gm)?.length ?? 0;
  const empty = output.match(/^no tests to run!/gm)?.length ?? 0;
  return exit(counts, code, Math.max(0, opened - closings.length - empty));
}

/**
 * @param {string} report the file that vitest's JSON reporter wrote
 * @param {number} code @returns {Counts}
 */
export function vitestCounts(report, code) {
  if (!existsSync(report)) return single(false);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  // A file that did not load, or whose hooks threw, failed without a failed test.
  const broken = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ { status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return exit({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }, code, broken.length);
}

/**
 * A command that failed has failed, whatever it counted.
 * @param {Counts} counts @param {number} code @param {number} broken @returns {Counts}
 */
function exit(counts, code, broken) {
  const failed = counts.failed + broken;
  return { ...counts, failed: failed === 0 && code !== 0 ? 1 : failed };
}
