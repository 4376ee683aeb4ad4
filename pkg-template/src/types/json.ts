/** A JSON value: what a tool call's input and output are made of. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Operations of a JSON Patch (RFC 6902). */
export type JsonPatch = readonly (
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
)[];
