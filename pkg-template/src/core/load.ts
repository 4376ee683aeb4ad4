import { CountersignError, wordsOf } from "../errors.js";
import { initSync } from "./glue.js";

/** What a wasm instance can be made from, at once. */
export type WasmSource = BufferSource | WebAssembly.Module;

let loaded: { readonly memory: WebAssembly.Memory } | undefined;

/** Makes the one instance of this copy of the package; a second call changes nothing. */
export function load(source: WasmSource): void {
  try {
    loaded = initSync({ module: source });
  } catch (thrown) {
    throw loadError(thrown);
  }
}

/** The instance's memory. */
export function memory(): WebAssembly.Memory {
  if (loaded === undefined) throw new Error("The core is not loaded.");
  return loaded.memory;
}

/** Names the way out where a page's policy refuses WebAssembly (CSP level 3, `'wasm-unsafe-eval'`). */
export function loadError(thrown: unknown): CountersignError {
  const words = wordsOf(thrown);
  if (/content security policy|unsafe-eval|call to WebAssembly\.\w+\(\) blocked/i.test(words)) {
    return new CountersignError(
      "wasm_blocked",
      "This page's Content Security Policy refuses WebAssembly. Add 'wasm-unsafe-eval' to its script-src directive.",
      { cause: thrown },
    );
  }
  return new CountersignError("wasm_failed", `The WebAssembly of Countersign could not be loaded: ${words}`, { cause: thrown });
}
