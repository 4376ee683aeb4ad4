import type { Release } from "./types.js";

/** Listeners that may come, go and throw while they are called. */
export interface Listeners<T> {
  readonly add: (listener: (value: T) => void) => Release;
  readonly notify: (value: T) => void;
}

export function createListeners<T>(onError: (error: unknown) => void): Listeners<T> {
  const listeners = new Set<{ readonly call: (value: T) => void }>();
  return {
    add: (call) => {
      const entry = { call };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    notify: (value) => {
      for (const entry of [...listeners]) {
        // One that was removed by another is not called any more.
        if (!listeners.has(entry)) continue;
        try {
          entry.call(value);
        } catch (thrown) {
          onError(thrown);
        }
      }
    },
  };
}

/** Rethrows where nothing of ours is on the stack: the host's own error handling sees it. */
export function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
