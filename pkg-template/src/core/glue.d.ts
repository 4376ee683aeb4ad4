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
/** Where so many bytes of texts can be written, one after the other, for the next call. */
export function scratch(bytes: number): number;
/**
 * Takes the number of numbers that stand before the texts, the steps of a `Delta`, and the lengths of the
 * texts, the second of which is what it adds. Gives the place of two numbers, good until the next call: the
 * place of a list of numbers, and how many there are.
 */
export function diffText(steps: number, before: number, added: number, context: number, cut: number): number;
export function unifiedText(before: number, after: number, fileName: string, context: number): string;
export function placeHunks(before: number, after: number, text: number, hunks: Uint32Array, context: number): number;
export function findHazards(text: number): number;
/** The text after is what `steps` makes of the one before and of `added`. */
export function diffJson(before: number, added: number, steps: Uint32Array, id: string | undefined): number;
export function applyJson(before: number, after: number, id: string | undefined, taken: Uint8Array): string;
export function prettyJson(json: number): string;
export function initSync(source: { module: BufferSource | WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
