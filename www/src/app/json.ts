/** JSON for people to read. A value that cannot be written is described instead. */
export function prettyJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? "undefined";
  } catch (error) {
    return `This cannot be shown as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
