import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { at, target } from "./paths.mjs";
import { run } from "./process.mjs";
import { modules } from "./wasm.mjs";

/** The hand-written types of each glue, which the sources are compiled with, must be those of the glue that was made. */
export async function checkBoundary() {
  const folder = join(target, "package");
  const module = (/** @type {string} */ path) => `typeof import(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)})`;
  const lines = modules.flatMap((name) => [
    `declare const ${name}: ${module(`./${name}/glue.js`)};`,
    `/** An error here: pkg-template/src/${name}/glue.d.ts promises what src/wasm does not export. */`,
    `export const ${name}Promised: ${module(relative(folder, at(`pkg-template/src/${name}/glue.js`)))} = ${name};`,
  ]);
  writeFileSync(join(folder, "boundary.ts"), `${lines.join("\n")}\n`);
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--lib", "esnext,dom", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
  await run(process.execPath, [at("node_modules/typescript/bin/tsc"), ...options, join(folder, "boundary.ts")], { cwd: folder });
}
