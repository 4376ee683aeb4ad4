import type { Delta } from "../delta.js";
import * as core from "./glue.js";
import { memory } from "./load.js";
import { unitDeltaOf } from "../unit-delta.js";

/** Lines of context that `git` and `diff -u` show. */
const CONTEXT = 3;

/** A list of numbers from the core. */
export type Numbers = ArrayLike<number>;

/**
 * The diff of two well-formed texts. `cut` says where they go on alike: 1 above, 2 below; `undefined`
 * where that has a say in the diff.
 */
export function diffText(before: string, after: Delta, cut: number): Numbers | undefined {
  const [old, added] = write(before, after.added, undefined, after.steps);
  const at = core.diffText(after.steps.length, old, added, CONTEXT, cut);
  return at === 0 ? undefined : read(at);
}

export function unifiedText(before: string, after: string, fileName: string): string {
  const [old, fresh] = write(before, after);
  return core.unifiedText(old, fresh, fileName, CONTEXT);
}

/** Where the hunks of a diff go in a third text. */
export function placeHunks(before: string, after: string, text: string, hunks: readonly number[]): Numbers {
  const [old, fresh, now] = write(before, after, text);
  return read(core.placeHunks(old, fresh, now, Uint32Array.from(hunks), CONTEXT));
}

export function findHazards(text: string): Numbers {
  const [bytes] = write(text);
  return read(core.findHazards(bytes));
}

/** `id` is the JSON text of a path of keys: the texts are compared as tables then. */
export function diffJson(before: string, after: string, id: string | undefined): Numbers {
  const [old, added, steps] = writeDelta(before, unitDeltaOf(before, after));
  return read(core.diffJson(old, added, steps, id));
}

/** `taken` has a 1 for each change that is taken. */
export function applyJson(before: string, after: string, id: string | undefined, taken: Uint8Array): string {
  const [old, fresh] = write(before, after);
  return core.applyJson(old, fresh, id, taken);
}

export function prettyJson(text: string): string {
  const [bytes] = write(text);
  return core.prettyJson(bytes);
}

let encoder: TextEncoder | undefined;
let room = new Uint8Array(0);
let words = new Uint32Array(0);

/** Gets at least so many bytes; no more of `room` may be written, which may be longer by an earlier, larger text. */
function reserve(most: number): number {
  const at = core.scratch(most);
  // Memory that has grown leaves its old views without length.
  if (room.byteOffset !== at || room.length < most) room = new Uint8Array(memory().buffer, at, most);
  return at;
}

/** Writes numbers and texts into the core's memory, one after the other, and gives the texts' lengths in UTF-8. */
function write(first: string, second = "", third = "", numbers: readonly number[] = []): [first: number, second: number, third: number] {
  const utf8 = (encoder ??= new TextEncoder());
  // A unit takes three bytes at most.
  const at = reserve(4 * numbers.length + 3 * (first.length + second.length + third.length));
  if (numbers.length > 0) new Uint32Array(memory().buffer, at, numbers.length).set(numbers);
  let next = 4 * numbers.length;
  const put = (text: string): number => {
    if (text === "") return 0;
    const { written } = utf8.encodeInto(text, next === 0 ? room : room.subarray(next));
    next += written;
    return written;
  };
  return [put(first), put(second), put(third)];
}

/**
 * Writes a text, then what another one adds to it, and gives their lengths and the steps, in bytes of UTF-8.
 * Most texts are nearly ASCII, and a third of the room that any text could need is enough for those.
 */
function writeDelta(before: string, { added, steps }: Delta, share = 9 / 8): [before: number, added: number, steps: Uint32Array] {
  const bytes = new Uint32Array(steps.length);
  const units = before.length + added.length;
  const most = Math.ceil(share * units);
  reserve(most);
  const utf8 = (encoder ??= new TextEncoder());
  let end = 0;
  let done = 0;
  /** Writes a stretch of a text, and gives its bytes. */
  const put = (text: string, from: number, to: number): number => {
    const { read, written } = utf8.encodeInto(text.slice(from, to), room.subarray(end, most));
    done += read;
    end += written;
    return written;
  };
  let next = 0;
  for (let step = 0; step < steps.length; step += 3) {
    const [from, units] = [steps[step + 1] ?? 0, steps[step + 2] ?? 0];
    put(before, next, from);
    bytes[step + 1] = end;
    next = from + units;
    bytes[step + 2] = put(before, from, next);
  }
  put(before, next, before.length);
  const old = end;
  next = 0;
  for (let step = 0; step < steps.length; step += 3) {
    const from = next;
    next += steps[step] ?? 0;
    bytes[step] = put(added, from, next);
  }
  put(added, next, added.length);
  return done < units ? writeDelta(before, { added, steps }, 3) : [old, end - old, bytes];
}

/** Fewest numbers for which an array buffer of their own is worth its price. */
const MANY = 2_000;

/** A copy of a list. At `at` it says where it is, and how many numbers it has. */
function read(at: number): Numbers {
  if (words.length === 0 || words.buffer !== memory().buffer) words = new Uint32Array(memory().buffer);
  const from = (words[at >>> 2] ?? 0) >>> 2;
  const end = from + (words[(at >>> 2) + 1] ?? 0);
  if (end - from > MANY) return words.slice(from, end);
  // oxlint-disable-next-line unicorn/no-new-array -- a list that grows costs a small diff 3 % more
  const numbers = new Array<number>(end - from);
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = words[from + index] ?? 0;
  return numbers;
}
