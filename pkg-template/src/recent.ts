/** Most entries: what happened long ago is never looked up. */
const MOST = 256;

/** A map that forgets the oldest of its entries. */
export interface Recent<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
}

export function createRecent<T>(): Recent<T> {
  const recent = new Map<string, T>();
  return {
    get: (key) => recent.get(key),
    set: (key, value) => {
      recent.delete(key);
      recent.set(key, value);
      const [oldest] = recent.keys();
      if (oldest !== undefined && recent.size > MOST) recent.delete(oldest);
    },
    delete: (key) => {
      recent.delete(key);
    },
  };
}
