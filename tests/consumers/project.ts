import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tarball } from "../../pkg-template/build/package.mjs";
import { at } from "../../pkg-template/build/paths.mjs";
import { run } from "../../pkg-template/build/process.mjs";
import { npmCommand } from "../../pkg-template/build/setup.mjs";

export interface Project {
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * A project outside this repository that holds one of the folders beside this file, and the tarball
 * as npm installs it. Other packages are copied from here, so that no registry is asked.
 */
export async function project(name: string, packages: readonly string[] = []): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), `countersign-${name}-`));
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const [command, args] = npmCommand("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball());
  await run(command, args, { cwd: folder, quiet: true });
  for (const each of packages) cpSync(at("node_modules", each), join(folder, "node_modules", each), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a script of the project prints. */
export async function output(folder: string, script: string): Promise<string> {
  return (await run(process.execPath, [script], { cwd: folder, quiet: true })).trim();
}
