import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { at, target } from "../../pkg-template/build/paths.mjs";
import { Failure, ask, run } from "../../pkg-template/build/process.mjs";

/** What the tests drive: a variable that names it, the names that it has on PATH, its package on Debian. */
const programs = {
  browser: {
    variable: "CHROME",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    debian: "chromium",
  },
  driver: { variable: "CHROMEDRIVER", names: ["chromedriver"], debian: "chromium-driver" },
};

/** @typedef {keyof typeof programs} Program */

/** @type {Record<string, unknown> & { "goog:chromeOptions": { args: string[] } }} */
const capabilities = JSON.parse(readFileSync(at("tests/webdriver.json"), "utf8"));

/** The flags that Chromium is started with, however it is driven. */
export const flags = capabilities["goog:chromeOptions"].args;

/**
 * The path of a program, or undefined when it is nowhere.
 * @param {Program} program
 */
export function find(program) {
  const { variable, names } = programs[program];
  const chosen = process.env[variable];
  if (chosen) {
    if (executable(chosen)) return chosen;
    throw new Failure(`${variable} is ${chosen}, which is no program that can be run: correct it, or unset it to look on PATH`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const absent = () => /** @type {const} */ (["browser", "driver"]).filter((program) => find(program) === undefined).map((program) => programs[program]);

/** Does nothing where both are found. */
export async function setUpChromium() {
  const missing = absent();
  if (missing.length === 0) return;
  const packages = missing.map(({ debian }) => debian);
  if (!existsSync("/etc/debian_version") || !(isRoot() || sudoAsksNothing())) throw new Failure(advice(missing));
  console.log(`Installing ${packages.join(" and ")} with apt-get`);
  await aptGet("update");
  await aptGet("install", "-y", "--no-install-recommends", ...packages);
  if (absent().length > 0) throw new Failure(advice(absent()));
}

const isRoot = () => process.getuid?.() === 0;
const sudoAsksNothing = () => ask("sudo", ["-n", "true"]) !== undefined;

/** @param {string[]} args */
async function aptGet(...args) {
  const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
  await (isRoot() ? run("env", command.slice(1), { quiet: true }) : run("sudo", ["-n", ...command], { quiet: true }));
}

/** @param {readonly (typeof programs)[Program][]} missing */
function advice(missing) {
  const what = missing.map(({ names, variable }) => `${names.join(" or ")} (or its path in ${variable})`).join("; ");
  const packages = missing.map(({ debian }) => debian).join(" ");
  return (
    `the browser tests need what was not found on PATH: ${what}. ` +
    `On Debian and Ubuntu: apt-get install ${packages}. Elsewhere: Chromium or Chrome, and the chromedriver of the same version`
  );
}

/** For child processes: the programs that were found, and wasm-bindgen's tests in a page of that browser. */
export function browserEnvironment() {
  const [browser, driver] = [find("browser"), find("driver")];
  if (browser === undefined || driver === undefined) throw new Failure(advice(absent()));
  const file = join(target, "tests/webdriver.json");
  mkdirSync(join(target, "tests"), { recursive: true });
  const options = { ...capabilities["goog:chromeOptions"], binary: browser };
  writeFileSync(file, JSON.stringify({ ...capabilities, "goog:chromeOptions": options }));
  return {
    CHROME: browser,
    CHROMEDRIVER: driver,
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: file,
    // The tests that also run natively do not say where they run; here it is a page.
    WASM_BINDGEN_USE_BROWSER: "1",
    // Seconds; a busy machine of 2 cores can need more than the default 20.
    WASM_BINDGEN_TEST_TIMEOUT: "120",
  };
}
