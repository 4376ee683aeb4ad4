/** What tells two calls apart that have one id; an empty text for what is no JSON. */
export function inputText(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}
