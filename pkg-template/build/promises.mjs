import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { at, installed } from "./paths.mjs";
import { Failure, run } from "./process.mjs";
import { stage } from "./stamps.mjs";

/** What every bundler and runtime is promised about the published files, looked up in those files. */
export async function checkPromises() {
  await stage("promises", { inputs: [installed], outputs: [] }, async () => {
    exportsExist();
    await noModuleTricks();
    clientDirective();
    await quietImport();
  });
}

function exportsExist() {
  const { exports, main, types } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  /** @param {unknown} value @returns {string[]} */
  const paths = (value) => (typeof value === "object" && value !== null ? Object.values(value).flatMap(paths) : [String(value)]);
  const missing = [...paths(exports), main, types].filter((path) => !existsSync(join(installed, path)));
  if (missing.length > 0) throw new Failure(`the package's exports name files that it does not hold: ${missing.join(", ")}`);
}

/** No `import.meta` (CommonJS and pre-bundlers lack it), no top-level await (blank pages in production bundles). */
async function noModuleTricks() {
  const { transform } = await import("esbuild");
  for (const file of readdirSync(join(installed, "esm"), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(join(installed, "esm", file), "utf8");
    // The CommonJS format allows neither: the first is a warning, the second an error.
    const { warnings } = await transform(code, { format: "cjs", logLevel: "silent" }).catch((/** @type {unknown} */ error) => {
      throw new Failure(`esm/${file}: ${String(error)}`);
    });
    const meta = warnings.find(({ id }) => id === "empty-import-meta");
    if (meta !== undefined) throw new Failure(`esm/${file}:${meta.location?.line ?? 0} uses import.meta, which not every bundler has`);
  }
}

/** Without it a React server component cannot import the hooks. */
function clientDirective() {
  for (const format of ["esm", "cjs"]) {
    const code = readFileSync(join(installed, format, "react.js"), "utf8");
    if (!/^("use strict";\s*)?"use client";/.test(code)) throw new Failure(`${format}/react.js lost its "use client" directive`);
  }
}

/** Importing does nothing: see import-quietly.mjs. In a process of its own, as it breaks the globals. */
async function quietImport() {
  await run(process.execPath, [at("pkg-template/build/import-quietly.mjs"), installed], { quiet: true });
}
