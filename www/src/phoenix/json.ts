import type { JsonValue } from "countersign";
import type { JsonObject } from "countersign/phoenix";

/** What is read of an input whose shape its tool has checked. */
export const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

export const numberOf = (value: JsonValue | undefined): number | undefined => (typeof value === "number" ? value : undefined);

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isList(value);

export const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : []);

export const textsOf = (value: JsonValue | undefined): readonly string[] => listOf(value).filter((item) => typeof item === "string");

export const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] => listOf(value).filter(isObject);

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
