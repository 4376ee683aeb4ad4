import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { at, target } from "../../pkg-template/build/paths.mjs";
import { Failure, stream } from "../../pkg-template/build/process.mjs";
import { checkPromises } from "../../pkg-template/build/promises.mjs";
import { checkSizes } from "../../pkg-template/build/sizes.mjs";
import { browserEnvironment } from "./chromium.mjs";
import { cargoCounts, single, vitestCounts } from "./counts.mjs";

/** @typedef {{ needs: readonly import("./needs.mjs").Need[], run: () => Promise<import("./counts.mjs").Counts> }} Suite */

const wasm = ["--target", "wasm32-unknown-unknown"];

/**
 * In the order in which they run: checks, then the core, then the package.
 * @type {Record<string, Suite>}
 */
const suites = {
  format: { needs: ["cargo"], run: () => cargo(["fmt", "--check", "--", "--color", "never"]) },
  clippy: {
    needs: ["wasm"],
    run: () => cargo(["clippy", "--all-targets", "--", "-D", "warnings"], ["clippy", "--all-targets", ...wasm, "--", "-D", "warnings"]),
  },
  docs: { needs: ["cargo"], run: () => check([["cargo", ["doc", "--no-deps"]]], { RUSTDOCFLAGS: "-D warnings" }) },
  // What every bundler is promised, and the bytes that each entry may have.
  build: {
    needs: ["package"],
    run: async () => {
      await checkPromises();
      await checkSizes();
      return single(true);
    },
  },
  types: { needs: ["package"], run: () => node(...["pkg-template", "pkg-template/build", "tests", "www"].map((project) => ["typescript/bin/tsc", "--noEmit", "-p", project])) },
  lint: { needs: ["package"], run: () => node(["oxlint/bin/oxlint"]) },
  native: { needs: ["cargo"], run: () => cargoTest([]) },
  // The tests of the library and of tests/*.rs alone: doc tests run natively.
  "browser core": { needs: ["bindgen", "chromium"], run: () => cargoTest([...wasm, "--lib", "--tests"], browserEnvironment()) },
  package: { needs: ["package"], run: () => vitest("package") },
  "package in chromium": { needs: ["package", "chromium"], run: () => vitest("package in chromium") },
  "end-to-end": { needs: ["package", "demo", "chromium"], run: () => vitest("end-to-end", browserEnvironment()) },
  consumers: { needs: ["package", "chromium"], run: () => vitest("consumers", browserEnvironment()) },
};

/**
 * The suites of these names; all of them when none is named.
 * @param {readonly string[]} names
 */
export function pick(names) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0) {
    const list = Object.keys(suites).map((name) => (name.includes(" ") ? `"${name}"` : name)).join(", ");
    throw new Failure(`there is no suite called ${unknown.map((name) => `"${name}"`).join(" or ")}: the suites are ${list}`);
  }
  return Object.entries(suites).filter(([name]) => names.length === 0 || names.includes(name));
}

/**
 * Runs commands that must all succeed, the later ones also when an earlier one failed.
 * @param {readonly [string, string[]][]} commands @param {Record<string, string>} [env]
 */
async function check(commands, env = {}) {
  let ok = true;
  for (const [command, args] of commands) {
    const { code } = await stream(command, args, { cwd: at(), env });
    ok &&= code === 0;
  }
  return single(ok);
}

/** @param {...string[]} commands */
const cargo = (...commands) => check(commands.map((args) => ["cargo", args]));

/** @param {...string[]} commands each a script in node_modules and its arguments */
const node = (...commands) =>
  check(commands.map(([script = "", ...args]) => [process.execPath, [at("node_modules", script), ...args]]));

/** @param {readonly string[]} args @param {Record<string, string>} [env] */
async function cargoTest(args, env = {}) {
  const { output, code } = await stream("cargo", ["test", "--no-fail-fast", ...args], { cwd: at(), env });
  return cargoCounts(output, code);
}

/** @param {string} project a project of tests/vitest.config.ts @param {Record<string, string>} [env] */
async function vitest(project, env = {}) {
  const report = join(target, `tests/${project}.json`);
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [at("node_modules/vitest/vitest.mjs"), "run", "--config", at("tests/vitest.config.ts"), "--project", project, ...reporters];
  const { code } = await stream(process.execPath, args, { cwd: at(), env });
  return vitestCounts(report, code);
}
