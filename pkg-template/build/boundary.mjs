import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { at } from "./paths.mjs";
import { run } from "./process.mjs";
import { core } from "./wasm.mjs";

/** The hand-written types of the glue, which the sources are compiled with, must be those of the glue that was made. */
export async function checkBoundary() {
  const folder = dirname(core);
  const written = relative(folder, at("pkg-template/src/core/glue.js"));
  const module = (/** @type {string} */ path) => `typeof import(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)})`;
  writeFileSync(join(folder, "boundary.ts"), [
    `declare const made: ${module("./core/glue.js")};`,
    "/** An error here: pkg-template/src/core/glue.d.ts promises what src/wasm does not export. */",
    `export const promised: ${module(written)} = made;`,
    "",
  ].join("\n"));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--lib", "esnext,dom", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
  await run(process.execPath, [at("node_modules/typescript/bin/tsc"), ...options, join(folder, "boundary.ts")], { cwd: folder });
}
