import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { at, installed, target } from "./paths.mjs";
import { Failure } from "./process.mjs";
import { stage } from "./stamps.mjs";
import { moduleFolder, modules } from "./wasm.mjs";

/** @typedef {{ line: string, raw: number, gzip: number, brotli: number }} Size */

const record = join(target, "package/sizes.json");
const withWasm = ". with its wasm";
const hooksAlone = "./react, hooks";

/** Prints what a user's bundle grows by, and fails when a line passes its budget. */
export async function checkSizes() {
  await stage("sizes", { inputs: [installed], outputs: [record] }, measure);
  /** @type {Size[]} */
  const sizes = JSON.parse(readFileSync(record, "utf8"));
  /** @type {Record<string, number>} */
  const budget = JSON.parse(readFileSync(at("pkg-template/budget.json"), "utf8"));
  /** @param {(string | number)[]} cells */
  const row = ([line, ...numbers]) => console.log(`  ${String(line).padEnd(18)}${numbers.map((n) => String(n).padStart(9)).join("")}`);
  row(["bytes", "raw", "gzip", "brotli", "budget"]);
  for (const { line, raw, gzip, brotli } of sizes) row([line, raw, gzip, brotli, budget[line] ?? ""]);
  const missing = Object.keys(budget).filter((line) => !sizes.some((size) => size.line === line));
  if (missing.length > 0) throw new Failure(`pkg-template/budget.json has lines that nothing is measured for: ${missing.join(", ")}`);
  const over = sizes.filter(({ line, brotli }) => brotli > (budget[line] ?? Infinity));
  if (over.length === 0) return;
  throw new Failure(
    `over budget: ${over.map(({ line, brotli }) => `${line} is ${brotli} bytes of brotli, ${brotli - (budget[line] ?? 0)} too many`).join("; ")}. ` +
      "Make it smaller, or raise its line in pkg-template/budget.json and say why",
  );
}

async function measure() {
  const sizes = modules.map((name) => size(`${name}.wasm`, readFileSync(join(moduleFolder(name), `${name}.wasm`))));
  for (const entry of entries()) sizes.push(size(entry, await bundle(entry, "*", false)));
  sizes.push(size(withWasm, await bundle(".", "*", true)));
  // An app that draws the diff itself, or not at all, does not pay for ours.
  sizes.push(size(hooksAlone, await bundle("./react", `{ ${await hooks()} }`, false)));
  sizes.push(size("diff.css", readFileSync(join(installed, "diff.css"))));
  writeFileSync(record, JSON.stringify(sizes));
}

/** The exports that are code. */
function entries() {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return Object.keys(manifest.exports).filter((entry) => manifest.exports[entry].import !== undefined);
}

/** What the React entry has besides components that draw. */
async function hooks() {
  const names = Object.keys(await import(pathToFileURL(join(installed, "esm/react.js")).href));
  return names.filter((name) => /^use|Provider$/.test(name)).join(", ");
}

/**
 * What is taken of an entry as a user's bundler would ship it, without React or Zustand.
 * @param {string} entry @param {string} taken @param {boolean} wasm whether with the inlined wasm
 */
async function bundle(entry, taken, wasm) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${taken} from "${entry.replace(".", "countersign")}";`, resolveDir: at() },
    absWorkingDir: at(),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["react", "react-dom", "zustand", ...(wasm ? [] : ["*/wasm-inline.js"])],
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const peer = /^\.\/(react|zustand)$/.exec(entry)?.[1];
  const isPeer = (/** @type {string} */ path) => peer !== undefined && (path === peer || path.startsWith(`${peer}/`));
  const foreign = imports.filter((path) => !path.endsWith("/wasm-inline.js") && !isPeer(path));
  if (foreign.length > 0) throw new Failure(`countersign${entry.slice(1)} must work without ${foreign.join(", ")}: move the import to an entry of its own`);
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** @param {string} line @param {Uint8Array} bytes @returns {Size} */
const size = (line, bytes) => ({
  line,
  raw: bytes.length,
  gzip: gzipSync(bytes, { level: 9 }).length,
  brotli: brotliCompressSync(bytes).length,
});
