/** A textarea's own form of a text: it turns every line ending into `\n`. */
export const toTextarea = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/**
 * Carries an edit made in a textarea back to the text as it was before, so that only what the
 * person changed changes: the line endings of all other lines stay what they are.
 */
export function fromTextarea(original: string, edited: string): string {
  const shown = toTextarea(original);
  if (shown === edited) return original;
  const limit = Math.min(shown.length, edited.length);
  let head = 0;
  while (head < limit && shown[head] === edited[head]) head += 1;
  let tail = 0;
  while (tail < limit - head && shown[shown.length - 1 - tail] === edited[edited.length - 1 - tail]) tail += 1;
  const middle = edited.slice(head, edited.length - tail);
  const start = originalOffset(original, head);
  const end = originalOffset(original, shown.length - tail);
  return original.slice(0, start) + middle.replaceAll("\n", lineEndOf(original)) + original.slice(end);
}

/** Where the unit at `offset` of the textarea's form is in the original. */
function originalOffset(original: string, offset: number): number {
  let at = 0;
  for (let seen = 0; seen < offset; seen += 1) at += original.startsWith("\r\n", at) ? 2 : 1;
  return at;
}

const lineEndOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
