import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cargoCounts, vitestCounts } from "./counts.mjs";

const opening = (binary: string) => `     Running ${binary} (target/debug/deps/x-0123456789abcdef)\n`;
const closing = (passed: number, failed: number, ignored = 0) =>
  `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored; 0 measured; 0 filtered out; finished in 0.01s\n`;

describe("cargo test", () => {
  test("its binaries are summed", () => {
    const output = [opening("unittests src/lib.rs"), closing(3, 1, 2), opening("tests/vectors.rs"), closing(4, 0), "   Doc-tests countersign\n", closing(1, 0)];
    expect(cargoCounts(output.join(""), 101)).toEqual({ passed: 8, failed: 1, skipped: 2 });
  });

  test("a binary that aborted is a failure, beside those that were counted", () => {
    const output = [opening("unittests src/lib.rs"), closing(3, 1), opening("tests/vectors.rs"), "running 2 tests\n"];
    expect(cargoCounts(output.join(""), 101)).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });

  test("sources that do not compile are one failure", () => {
    expect(cargoCounts("error: could not compile `countersign` (lib test)\n", 101)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test("a browser binary without tests fails nothing", () => {
    const output = [opening("unittests src/lib.rs"), "no tests to run!\n", opening("tests/browser.rs"), closing(2, 0)];
    expect(cargoCounts(output.join(""), 0)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  });
});

describe("vitest", () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-counts-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const report = (facts: object) => {
    const file = join(folder, "report.json");
    const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
    writeFileSync(file, JSON.stringify({ ...none, ...facts }));
    return file;
  };

  test("what it counted is taken", () => {
    const testResults = [{ status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] }];
    expect(vitestCounts(report({ numPassedTests: 1, numFailedTests: 1, numTodoTests: 1, testResults }), 1)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  test("a file that did not load is a failure", () => {
    const testResults = [{ status: "failed", assertionResults: [] }, { status: "passed", assertionResults: [{ status: "passed" }] }];
    expect(vitestCounts(report({ numPassedTests: 1, testResults }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  test("an error outside the tests is a failure", () => {
    expect(vitestCounts(report({ numPassedTests: 2 }), 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test("a run that left no report is a failure", () => {
    expect(vitestCounts(join(folder, "nothing.json"), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
