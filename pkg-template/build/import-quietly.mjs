// Imports and requires every entry of the package in the folder given, where all that reaches outside the module throws.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2] ?? ".");
const require = createRequire(import.meta.url);
// React and Zustand are the user's, and may do as they like.
for (const name of ["react", "react/jsx-runtime", "zustand/vanilla"]) {
  require(name);
  await import(name);
}

/** @param {any} owner @param {string} name */
const forbid = (owner, name) => {
  owner[name] = new Proxy(function () {}, {
    apply() { throw new Error(`${name} was called while the module was imported`); },
    construct() { throw new Error(`${name} was made while the module was imported`); },
  });
};
for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming", "validate", "Module", "Instance", "Memory"]) forbid(WebAssembly, name);
for (const name of ["fetch", "atob", "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "addEventListener", "MessageChannel", "BroadcastChannel", "Worker"]) forbid(globalThis, name);
forbid(Date, "now");
forbid(Math, "random");
const before = Object.getOwnPropertyNames(globalThis).join();

// By path: a script of this folder that imports "countersign" means the package whose folder it is in.
for (const [name, entry] of Object.entries(require(join(folder, "package.json")).exports)) {
  if (entry.import === undefined) continue;
  const esm = await import(pathToFileURL(join(folder, entry.import.default)).href);
  const cjs = require(join(folder, entry.require.default));
  const [a, b] = [esm, cjs].map((module) => Object.keys(module).filter((key) => key !== "__esModule").toSorted().join());
  if (a !== b) throw new Error(`${name} exports ${a} as a module and ${b} as CommonJS`);
}
if (Object.getOwnPropertyNames(globalThis).join() !== before) throw new Error("importing added a global");
