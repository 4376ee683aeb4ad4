import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, target } from "./paths.mjs";
import { Failure, run } from "./process.mjs";
import { lockedBindgen } from "./setup.mjs";
import { stage } from "./stamps.mjs";

/** What this stage makes: `core.wasm`, and the glue and the inlined wasm in both module formats. */
export const core = join(target, "package/core");

const optimiser = ["-O3"];
const bindgen = [
  "--target", "web",
  // No `new URL(…, import.meta.url)` in the glue: bundlers that pre-bundle dependencies break it.
  "--omit-default-module-path",
  "--remove-producers-section",
  "--out-name", "glue",
];

export async function buildWasm() {
  // cargo knows best what is fresh; only what follows is stamped.
  await run("cargo", ["build", "--release", "--lib", "--target", "wasm32-unknown-unknown"], { cwd: at() });
  const compiled = join(target, "wasm32-unknown-unknown/release/countersign.wasm");
  await stage("core.wasm", {
    inputs: [compiled],
    settings: lockedBindgen(),
    outputs: [core],
  }, () => optimise(compiled));
}

/** @param {string} compiled */
async function optimise(compiled) {
  const raw = join(target, "package/bindgen");
  rmSync(raw, { recursive: true, force: true });
  rmSync(core, { recursive: true, force: true });
  mkdirSync(core, { recursive: true });
  await run("wasm-bindgen", [...bindgen, "--out-dir", raw, compiled]);
  const wasm = join(core, "core.wasm");
  // wasm-opt takes the features that the file itself names; more of them would shut out older engines.
  await run(process.execPath, [at("node_modules/binaryen/bin/wasm-opt"), ...optimiser, join(raw, "glue_bg.wasm"), "-o", wasm]);
  const { transform } = await import("esbuild");
  const glue = readFileSync(join(raw, "glue.js"), "utf8");
  if (glue.includes("import.meta")) throw new Failure("wasm-bindgen's glue uses import.meta, which CommonJS cannot: see build/wasm.mjs");
  if (existsSync(join(raw, "snippets"))) throw new Failure("wasm-bindgen made JavaScript snippets, which build/wasm.mjs does not package");
  const inline = `export const wasmBase64 = "${readFileSync(wasm).toString("base64")}";\n`;
  for (const [name, code] of /** @type {const} */ ([["glue", glue], ["wasm-inline", inline]])) {
    writeFileSync(join(core, `${name}.mjs`), code);
    const { code: common } = await transform(code, { format: "cjs", target: "es2022" });
    writeFileSync(join(core, `${name}.cjs`), common);
  }
  copyFileSync(join(raw, "glue.d.ts"), join(core, "glue.d.ts"));
  console.log(`  ${statSync(compiled).size} bytes from cargo, ${statSync(wasm).size} optimised`);
}
