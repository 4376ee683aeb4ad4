import { spawn, spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { target } from "./paths.mjs";

/** A failure that is understood: printed without a stack. */
export class Failure extends Error {}

/** Tools that the set-up installs for this repository alone. */
export const tools = join(target, "tools");

/** Where `cargo install` puts programs; not everybody has it on PATH. */
const cargoBin = join(process.env["CARGO_HOME"] ?? join(homedir(), ".cargo"), "bin");

/** @param {Record<string, string | undefined>} [extra] */
const environment = (extra) => ({
  ...process.env,
  PATH: [join(tools, "bin"), process.env["PATH"] ?? "", cargoBin].join(delimiter),
  CARGO_TARGET_DIR: target,
  // Output is read as well as shown, and a few tools colour it wherever CI is set.
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  CARGO_TERM_COLOR: "never",
  ...extra,
});

/**
 * What a command prints, or undefined when it is missing or fails.
 * @param {string} command @param {string[]} args
 */
export function ask(command, args) {
  const done = spawnSync(command, args, { encoding: "utf8", env: environment() });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/**
 * Runs a command with its output shown, and gives what it printed on both streams.
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function stream(command, args, { cwd, env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const [from, to] of /** @type {const} */ ([[child.stdout, process.stdout], [child.stderr, process.stderr]])) {
      from.setEncoding("utf8");
      from.on("data", (/** @type {string} */ text) => {
        output += text;
        if (!quiet) to.write(text);
      });
    }
    child.on("error", (error) => reject(new Failure(`${command} did not start: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (signal !== null) output += `\n${command} was ended by ${signal}\n`;
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a command that must succeed. `quiet` shows its output only when it fails.
 * @param {string} command @param {string[]} args @param {Parameters<typeof stream>[2]} [options]
 */
export async function run(command, args, options) {
  const { code, output } = await stream(command, args, options);
  if (code === 0) return output;
  if (options?.quiet === true) process.stderr.write(output);
  throw new Failure(`${[command, ...args].join(" ")}\n  ended with exit code ${code}; its own message is above`);
}

/**
 * Runs a script's body: a {@link Failure} is printed as its message alone.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Failure ? `\nerror: ${error.message}` : error);
    process.exitCode = 1;
  }
}
