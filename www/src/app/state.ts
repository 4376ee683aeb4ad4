/** A value that can be read, changed and watched. */
export interface State<T> {
  readonly get: () => T;
  readonly update: (change: (value: T) => T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createState<T>(initial: T): State<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    update: (change) => {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
