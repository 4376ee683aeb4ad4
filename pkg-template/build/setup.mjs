import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { at } from "./paths.mjs";
import { Failure, ask, run, tools } from "./process.mjs";
import { digest } from "./stamps.mjs";

const wasmTarget = "wasm32-unknown-unknown";

/** Each step looks first and does nothing when there is nothing to do. */
export const steps = { node, cargo, components, wasm, bindgen, npm };

/** @param {readonly (keyof typeof steps)[]} names */
export async function setUp(names = ["node", "cargo", "wasm", "bindgen", "npm"]) {
  for (const name of names) await steps[name]();
}

function node() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Failure(`Node ${process.versions.node} is too old: install Node 20.19 or later (nodejs.org)`);
}

function cargo() {
  if (ask("cargo", ["--version"]) !== undefined) return;
  throw new Failure("cargo is not on PATH: install Rust with rustup (rustup.rs), then run this again");
}

/** What the checks need of Rust, and a build does not. */
async function components() {
  const missing = ["fmt", "clippy"].filter((command) => ask("cargo", [command, "--version"]) === undefined);
  if (missing.length === 0) return;
  const names = missing.map((command) => (command === "fmt" ? "rustfmt" : command));
  if (ask("rustup", ["--version"]) === undefined) {
    throw new Failure(`cargo has no ${names.join(" and no ")}: install what your Rust's distributor calls so, or install rustup (rustup.rs)`);
  }
  console.log(`Adding ${names.join(" and ")} to Rust`);
  await run("rustup", ["component", "add", ...names]);
}

async function wasm() {
  const sysroot = ask("rustc", ["--print", "sysroot"]);
  if (sysroot !== undefined && existsSync(`${sysroot}/lib/rustlib/${wasmTarget}`)) return;
  if (ask("rustup", ["--version"]) === undefined) {
    throw new Failure(
      `rustc has no ${wasmTarget} target and rustup is not on PATH to add it: ` +
        `add the target with what installed Rust, or install rustup (rustup.rs)`,
    );
  }
  console.log(`Adding the Rust target ${wasmTarget}`);
  await run("rustup", ["target", "add", wasmTarget]);
}

/** The CLI must be of the same version as the crate: it reads what the crate's macros wrote. */
async function bindgen() {
  const version = lockedBindgen();
  const found = ask("wasm-bindgen", ["--version"]);
  // The tests' runner comes in the same crate, so one without the other is half an install.
  const runner = ask("wasm-bindgen-test-runner", ["--version"]);
  const wanted = [`wasm-bindgen ${version}`, `wasm-bindgen-test-runner ${version}`];
  if (found === wanted[0] && runner === wanted[1]) return;
  // Another version is somebody's choice for something else: leave it, and keep ours beside the build.
  const root = found === undefined ? [] : ["--root", tools];
  console.log(`Installing wasm-bindgen ${version} from source, once; this takes 2 to 10 minutes`);
  // Without --locked: the CLI's own lock file can name crate versions that a registry does not serve.
  await run("cargo", ["install", "wasm-bindgen-cli", "--version", version, "--force", ...root], {
    // Or cargo would leave what it builds on the way beside ours.
    env: { CARGO_TARGET_DIR: undefined },
  });
  if (ask("wasm-bindgen", ["--version"]) === wanted[0]) return;
  throw new Failure(
    `wasm-bindgen ${version} was installed, and ${ask("wasm-bindgen", ["--version"]) ?? "none"} is what runs: ` +
      "see where `cargo install` put it, and have that folder on PATH before any other wasm-bindgen",
  );
}

export function lockedBindgen() {
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(at("Cargo.lock"), "utf8"))?.[1];
  if (version !== undefined) return version;
  throw new Failure("Cargo.lock names no wasm-bindgen: run `cargo update -p wasm-bindgen`");
}

async function npm() {
  const stamp = at("node_modules/.countersign-lock");
  const key = `${digest(at("package-lock.json"))} node ${process.versions.modules} ${process.platform} ${process.arch}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  console.log("Installing the npm packages of package-lock.json");
  // No package here needs its install script.
  await run(...npmCommand("ci", "--ignore-scripts", "--no-audit", "--no-fund"), { cwd: at() });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

/**
 * npm as it was started, when it started us; a plain `npm` is a .cmd file on Windows, which cannot be spawned.
 * @param {...string} args @returns {[string, string[]]}
 */
export function npmCommand(...args) {
  const cli = process.env["npm_execpath"];
  return cli?.endsWith("npm-cli.js") ? [process.execPath, [cli, ...args]] : ["npm", args];
}
