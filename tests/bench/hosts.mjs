import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { at, target } from "../../pkg-template/build/paths.mjs";
import { find, flags } from "../support/chromium.mjs";

/** @typedef {typeof import("./main.ts")} Bench */
/** @typedef {"approvals" | "diffs" | "corpus" | "json"} Measurement */
/**
 * Where measurements run.
 * @typedef {{
 *   name: string,
 *   run: <M extends Measurement>(measurement: M, ...args: Parameters<Bench[M]>) => Promise<ReturnType<Bench[M]>>,
 *   close: () => Promise<void>,
 * }} Host
 */

const outdir = join(target, "bench");

/** The one script, in the form that each host loads. */
export async function bundle() {
  /** @type {import("esbuild").BuildOptions} */
  const options = { entryPoints: [at("tests/bench/main.ts")], bundle: true, target: "es2023", logLevel: "warning" };
  await build({ ...options, format: "esm", outfile: join(outdir, "node.mjs"), platform: "node" });
  await build({ ...options, format: "iife", outfile: join(outdir, "page.js"), globalName: "bench", platform: "browser" });
}

/** @returns {Promise<Host & { bench: Bench }>} */
export async function node() {
  /** @type {Bench} */
  const bench = await import(pathToFileURL(join(outdir, "node.mjs")).href);
  return {
    name: `Node ${process.versions.node}`,
    bench,
    run: async (measurement, ...args) => /** @type {any} */ (bench[measurement])(...args),
    close: async () => undefined,
  };
}

/** @returns {Promise<Host>} */
export async function page() {
  const executablePath = find("browser");
  if (executablePath === undefined) throw new Error("no Chromium was found");
  const browser = await chromium.launch({ executablePath, args: flags });
  const tab = await browser.newPage();
  await tab.addScriptTag({ path: join(outdir, "page.js") });
  return {
    name: `Chromium ${browser.version().split(".")[0]}`,
    run: (measurement, ...args) =>
      tab.evaluate(([measurement, args]) => /** @type {any} */ (globalThis)["bench"][measurement](...args), /** @type {const} */ ([measurement, args])),
    close: () => browser.close(),
  };
}
