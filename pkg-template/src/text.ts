import { CountersignError } from "./errors.js";

/**
 * An id, a name or a revision as the core compares it. The core holds Unicode text, in which two
 * different lone surrogates would be the same: they are refused.
 *
 * @throws CountersignError `invalid_argument`
 */
export function readText(value: unknown, what: string): string {
  if (typeof value !== "string") {
    throw new CountersignError("invalid_argument", `${what} must be a string; it is ${value === null ? "null" : `a ${typeof value}`}.`);
  }
  if (LONE_SURROGATE.test(value)) {
    throw new CountersignError("invalid_argument", `${what} must be well-formed Unicode; it holds half a surrogate pair.`);
  }
  return value;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
