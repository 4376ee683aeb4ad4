import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkBoundary } from "./boundary.mjs";
import { at, installed, pkg } from "./paths.mjs";
import { Failure, run } from "./process.mjs";
import { npmCommand } from "./setup.mjs";
import { stage } from "./stamps.mjs";
import { moduleFolder, modules } from "./wasm.mjs";

const sources = at("pkg-template/src");
const styles = at("pkg-template/diff.css");
const published = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"].map((name) => at(name));

/** Cargo.toml is the one place that names the version. */
export function version() {
  const found = /^version = "([^"]+)"/m.exec(readFileSync(at("Cargo.toml"), "utf8"))?.[1];
  if (found === undefined) throw new Failure("Cargo.toml has no version line in [package]");
  return found;
}

export const tarball = () => join(pkg, `countersign-${version()}.tgz`);

export async function buildPackage() {
  await stage("package", {
    inputs: [
      ...modules.map(moduleFolder),
      sources,
      at("pkg-template/package.json"),
      styles,
      ...["tsconfig.json", "tsconfig.esm.json", "tsconfig.cjs.json"].map((name) => at("pkg-template", name)),
      ...published,
    ],
    settings: version(),
    outputs: [pkg],
  }, assemble);
  await stage("install", { inputs: [tarball()], outputs: [installed] }, install);
}

async function assemble() {
  rmSync(pkg, { recursive: true, force: true });
  mkdirSync(pkg, { recursive: true });
  await Promise.all([checkBoundary(), compile("esm"), compile("cjs")]);
  writeFileSync(join(pkg, "cjs/package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  const manifest = JSON.parse(readFileSync(at("pkg-template/package.json"), "utf8"));
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify({ ...manifest, version: version() }, null, 2)}\n`);
  copyFileSync(join(moduleFolder("core"), "core.wasm"), join(pkg, "core.wasm"));
  copyFileSync(styles, join(pkg, "diff.css"));
  // Importing it compiles also where no bundler has told the compiler of style sheets.
  writeFileSync(join(pkg, "diff.css.d.ts"), "export {};\n");
  for (const path of published.filter(existsSync)) copyFileSync(path, join(pkg, path.slice(at().length)));
  const [command, args] = npmCommand("pack", "--silent");
  await run(command, args, { cwd: pkg, quiet: true });
}

/**
 * One output per source, so that the entries share their modules; then the generated modules
 * beside them, and the hand-written types of those, which tsc reads but does not copy.
 * @param {"esm" | "cjs"} format
 */
async function compile(format) {
  const out = join(pkg, format);
  await run(process.execPath, [at("node_modules/typescript/bin/tsc"), "-p", at(`pkg-template/tsconfig.${format}.json`), "--outDir", out]);
  for (const name of modules) {
    mkdirSync(join(out, name), { recursive: true });
    for (const file of ["glue", "wasm-inline"]) {
      copyFileSync(join(moduleFolder(name), `${file}.${format === "esm" ? "mjs" : "cjs"}`), join(out, name, `${file}.js`));
    }
  }
  for (const file of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".d.ts")) continue;
    mkdirSync(dirname(join(out, file)), { recursive: true });
    copyFileSync(join(sources, file), join(out, file));
  }
}

/** The tarball's content where a user's `npm install` would put it. */
async function install() {
  const fresh = `${installed}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await run("tar", ["-xzf", tarball(), "-C", fresh, "--strip-components=1"]);
  rmSync(installed, { recursive: true, force: true });
  renameSync(fresh, installed);
}
