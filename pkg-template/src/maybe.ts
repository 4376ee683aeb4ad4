/** A value that is there, or will be. Callbacks of a host may be synchronous or not. */
export type Maybe<T> = T | PromiseLike<T>;

/**
 * Goes on with what `start` gives: at once when it is there, later when it is a promise. A throw or
 * a rejection of either goes to `failed`.
 */
export function attempt<T, R>(
  start: () => Maybe<T>,
  next: (value: T) => Maybe<R>,
  failed: (thrown: unknown) => R,
): R | Promise<R> {
  try {
    const started = start();
    const result = isPromise(started) ? Promise.resolve(started).then(next) : next(started);
    return isPromise(result) ? Promise.resolve(result).catch(failed) : result;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Goes on with a value, at once when it is there. */
export function chain<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): R | Promise<R> {
  const result = isPromise(value) ? Promise.resolve(value).then(next) : next(value);
  return isPromise(result) ? Promise.resolve(result) : result;
}

/** The longest delay of a timer, in milliseconds: a longer one would end at once. */
const LONGEST = 0x7fff_ffff;

/** A value that is there, or comes in so many milliseconds; else another one in its place. */
export function inTime<T>(value: Maybe<T>, ms: number, late: () => T): Maybe<T> {
  if (!isPromise(value) || ms > LONGEST) return value;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), ms);
    Promise.resolve(value).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function isPromise<T>(value: Maybe<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
