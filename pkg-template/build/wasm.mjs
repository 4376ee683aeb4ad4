import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { at, target } from "./paths.mjs";
import { Failure, run } from "./process.mjs";
import { lockedBindgen } from "./setup.mjs";
import { stage } from "./stamps.mjs";

/**
 * The modules, by the feature of the crate that each is made of: for each its wasm, and its glue and the
 * inlined wasm in both module formats. Apps that do without `phoenix` do not load it.
 */
export const modules = /** @type {const} */ (["core", "phoenix"]);

/** @param {(typeof modules)[number]} name */
export const moduleFolder = (name) => join(target, "package", name);

const optimiser = ["-O3"];
const bindgen = [
  "--target", "web",
  // No `new URL(…, import.meta.url)` in the glue: bundlers that pre-bundle dependencies break it.
  "--omit-default-module-path",
  "--remove-producers-section",
  "--out-name", "glue",
];

export async function buildWasm() {
  for (const name of modules) {
    // cargo knows best what is fresh; only what follows is stamped.
    const features = ["--no-default-features", "--features", name];
    await run("cargo", ["build", "--release", "--lib", "--target", "wasm32-unknown-unknown", ...features], { cwd: at() });
    const compiled = join(target, `package/${name}.cargo.wasm`);
    mkdirSync(dirname(compiled), { recursive: true });
    copyFileSync(join(target, "wasm32-unknown-unknown/release/countersign.wasm"), compiled);
    await stage(`${name}.wasm`, {
      inputs: [compiled],
      settings: lockedBindgen(),
      outputs: [moduleFolder(name)],
    }, () => optimise(name, compiled));
  }
}

/** @param {(typeof modules)[number]} name @param {string} compiled */
async function optimise(name, compiled) {
  const folder = moduleFolder(name);
  const raw = join(target, `package/${name}.bindgen`);
  rmSync(raw, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("wasm-bindgen", [...bindgen, "--out-dir", raw, compiled]);
  const wasm = join(folder, `${name}.wasm`);
  // wasm-opt takes the features that the file itself names; more of them would shut out older engines.
  await run(process.execPath, [at("node_modules/binaryen/bin/wasm-opt"), ...optimiser, join(raw, "glue_bg.wasm"), "-o", wasm]);
  const { transform } = await import("esbuild");
  const glue = readFileSync(join(raw, "glue.js"), "utf8");
  if (glue.includes("import.meta")) throw new Failure("wasm-bindgen's glue uses import.meta, which CommonJS cannot: see build/wasm.mjs");
  if (existsSync(join(raw, "snippets"))) throw new Failure("wasm-bindgen made JavaScript snippets, which build/wasm.mjs does not package");
  const inline = `export const wasmBase64 = "${readFileSync(wasm).toString("base64")}";\n`;
  for (const [file, code] of /** @type {const} */ ([["glue", glue], ["wasm-inline", inline]])) {
    writeFileSync(join(folder, `${file}.mjs`), code);
    const { code: common } = await transform(code, { format: "cjs", target: "es2022" });
    writeFileSync(join(folder, `${file}.cjs`), common);
  }
  copyFileSync(join(raw, "glue.d.ts"), join(folder, "glue.d.ts"));
  console.log(`  ${statSync(compiled).size} bytes from cargo, ${statSync(wasm).size} optimised`);
}
