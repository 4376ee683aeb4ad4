import type { Transition } from "./protocol.js";

/** One ledger, in the wasm instance. It throws an `Error` with a `code` when it is misused. */
export class Core {
  /** `settings` are `Settings` as JSON text. */
  constructor(settings: string, wake: () => void);
  /** `command` is a `Command` as JSON text; `json` is the JSON text that it carries, if it carries one. */
  step(command: string, json: string | undefined, now: number): Transition;
  arm(now: number): void;
  /** The calls as text that outlives the page; the command `restore` carries it. */
  dehydrate(): string;
  free(): void;
}

export function displayPrompt(snapshotJson: string): string;
export function diffText(before: Uint8Array, after: Uint8Array, context: number): Uint32Array;
export function unifiedText(before: Uint8Array, after: Uint8Array, fileName: string, context: number): string;
/** `id` is the JSON text of a path of keys: the texts are compared as tables then. */
export function diffJson(before: Uint8Array, after: Uint8Array, id: string | undefined): Uint32Array;
/** `taken` has a 1 for each change that is taken. */
export function applyJson(before: Uint8Array, after: Uint8Array, id: string | undefined, taken: Uint8Array): string;
export function prettyJson(json: Uint8Array): string;
export function initSync(source: { module: BufferSource | WebAssembly.Module }): unknown;
