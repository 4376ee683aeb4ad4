import { fromBase64 } from "./base64.js";
import { load } from "./core/load.js";
import { wasmBase64 } from "./core/wasm-inline.js";

let loaded = false;

/** Loads the core that is inside the package, once and synchronously. */
export function ensureLoaded(): void {
  if (loaded) return;
  load(fromBase64(wasmBase64));
  loaded = true;
}

/** The same off the main thread's critical path. */
export async function warm(): Promise<void> {
  if (loaded) return;
  load(await WebAssembly.compile(fromBase64(wasmBase64)));
  loaded = true;
}
