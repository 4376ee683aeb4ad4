import type { JsonValue } from "../types.js";
import { callCore, must } from "./core.js";

/**
 * The revision of a value: 32 hexadecimal digits, the SipHash-2-4 of its canonical JSON with 128 bits. Key
 * order and number spelling do not count.
 *
 * @throws TypeError where the value is no JSON.
 */
export function revisionOf(value: JsonValue): string {
  if (value === undefined) throw new TypeError("undefined is no JSON.");
  return must(callCore("revisionOf", { value }));
}
