import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import type * as index from "countersign";
import type * as slim from "countersign/slim";

const require = createRequire(import.meta.url);
const file = require.resolve("countersign/core.wasm");

/** The bytes of `countersign/core.wasm`. */
export function wasmBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}

/** One copy of the package with an instance of its own, which only `index` and `slim` of this copy share. */
export interface Copy {
  readonly index: typeof index;
  readonly slim: typeof slim;
}

/** A copy that nothing was loaded for. */
export function freshCopy(): Copy {
  const folder = dirname(file) + sep;
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) Reflect.deleteProperty(require.cache, path);
  return {
    index: require("countersign") as typeof index,
    slim: require("countersign/slim") as typeof slim,
  };
}
