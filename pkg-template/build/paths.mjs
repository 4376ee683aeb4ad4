import { fileURLToPath } from "node:url";
import { join, resolve } from "node:path";

/** The repository. Every script works from any folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

/** Where cargo builds, and where everything else that is generated goes. */
export const target = resolve(process.env["CARGO_TARGET_DIR"] ?? at("target"));

/** The package as it is published. */
export const pkg = at("pkg");

/** The published package as the tests and the demo import it. */
export const installed = at("node_modules/countersign");
