// The package from its sources: pkg/, its tarball, and the tarball's content in node_modules/countersign.
import { pathToFileURL } from "node:url";
import { relative } from "node:path";
import { at } from "./paths.mjs";
import { main } from "./process.mjs";
import { buildPackage, tarball } from "./package.mjs";
import { checkPromises } from "./promises.mjs";
import { setUp } from "./setup.mjs";
import { checkSizes } from "./sizes.mjs";
import { buildWasm } from "./wasm.mjs";

/** All but the checks. */
export async function makePackage() {
  await setUp();
  await buildWasm();
  await buildPackage();
}

async function build() {
  await makePackage();
  await checkPromises();
  await checkSizes();
  console.log(`  ${relative(at(), tarball())}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(build);
