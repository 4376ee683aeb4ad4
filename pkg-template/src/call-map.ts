import type { Call } from "./call.js";
import type { Approval } from "./types.js";

const BUCKETS = 256;

/**
 * An immutable map of calls. A change copies one bucket and shares the others, so that a snapshot
 * costs the same with ten calls and with ten thousand.
 */
export class CallMap implements ReadonlyMap<string, Approval> {
  readonly size: number;
  readonly #buckets: readonly (readonly Call[] | undefined)[];
  #all: ReadonlyMap<string, Approval> | undefined;

  constructor(buckets: readonly (readonly Call[] | undefined)[] = Array.from({ length: BUCKETS }), size = 0) {
    this.#buckets = buckets;
    this.size = size;
  }

  call(toolCallId: string): Call | undefined {
    return this.#buckets[bucketOf(toolCallId)]?.find((call) => call.registration.toolCallId === toolCallId);
  }

  /** The map without the call that has this id. */
  without(toolCallId: string): CallMap {
    const index = bucketOf(toolCallId);
    const bucket = this.#buckets[index] ?? [];
    const others = bucket.filter((call) => call.registration.toolCallId !== toolCallId);
    const buckets = this.#buckets.slice();
    buckets[index] = others;
    return new CallMap(buckets, this.size + others.length - bucket.length);
  }

  /** The map with this call in place of any that has its id. */
  with(call: Call): CallMap {
    const { toolCallId } = call.registration;
    const index = bucketOf(toolCallId);
    const bucket = this.#buckets[index] ?? [];
    const others = bucket.filter((other) => other.registration.toolCallId !== toolCallId);
    const buckets = this.#buckets.slice();
    buckets[index] = [...others, call];
    return new CallMap(buckets, this.size + 1 + others.length - bucket.length);
  }

  /** Every call, in the order of proposal. */
  calls(): Call[] {
    return this.#buckets.flatMap((bucket) => bucket ?? []).sort((a, b) => a.registration.order - b.registration.order);
  }

  get(toolCallId: string): Approval | undefined {
    return this.call(toolCallId)?.approval;
  }

  has(toolCallId: string): boolean {
    return this.call(toolCallId) !== undefined;
  }

  forEach(callback: (approval: Approval, toolCallId: string, map: ReadonlyMap<string, Approval>) => void): void {
    for (const [toolCallId, approval] of this) callback(approval, toolCallId, this);
  }

  keys(): MapIterator<string> {
    return this.#map().keys();
  }

  values(): MapIterator<Approval> {
    return this.#map().values();
  }

  entries(): MapIterator<[string, Approval]> {
    return this.#map().entries();
  }

  [Symbol.iterator](): MapIterator<[string, Approval]> {
    return this.entries();
  }

  #map(): ReadonlyMap<string, Approval> {
    return (this.#all ??= new Map(this.calls().map(({ approval }) => [approval.toolCallId, approval])));
  }
}

function bucketOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
