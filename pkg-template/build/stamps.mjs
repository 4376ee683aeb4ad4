import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { at, root, target } from "./paths.mjs";

/** What every stage depends on: these scripts, and the tools that the lock file names. */
const always = [at("pkg-template/build"), at("package-lock.json")];

/**
 * The content of files and folders, names included. A missing one counts as missing.
 * @param {...string} paths
 */
export function digest(...paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    if (!existsSync(path)) {
      hash.update(`missing ${relative(root, path)}\0`);
    } else if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) hash.update(digest(join(path, name)));
    } else {
      hash.update(`${relative(root, path)}\0`).update(readFileSync(path)).update("\0");
    }
  }
  return hash.digest("hex");
}

/**
 * Does `work` unless the same inputs already made the same outputs. Outputs are compared by
 * content, so one that was damaged or deleted is made again.
 * @param {string} name
 * @param {{ inputs: string[], settings?: string, outputs: string[] }} facts
 * @param {() => Promise<void> | void} work
 * @returns {Promise<boolean>} whether it was done now
 */
export async function stage(name, { inputs, settings = "", outputs }, work) {
  const stamp = join(target, "stamps", name);
  const key = `${digest(...always, ...inputs)} ${settings}`;
  const stamped = () => `${key}\n${digest(...outputs)}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === stamped()) return false;
  rmSync(stamp, { force: true });
  const from = performance.now();
  console.log(`  ${name} …`);
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stamped());
  console.log(`  ${name} done in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return true;
}
