import { createApprovalStore, type TextDiff } from "countersign";

/** The diff that a store gives for a call which would turn one text into the other. */
export function textDiff(before: string, after: string): TextDiff {
  const store = createApprovalStore({
    onOutput: () => undefined,
    handlers: { write: { preview: () => ({ before, after }), apply: () => undefined } },
  });
  store.propose({ toolCallId: "call", toolName: "write", input: null });
  const diff = store.diff("call");
  store.dispose();
  if (diff === undefined) throw new Error("The call has no preview.");
  return diff;
}

/** A diff that says other things of itself. */
export const altered = (diff: TextDiff, changes: Partial<TextDiff>): TextDiff =>
  new Proxy({} as TextDiff, { get: (_, key) => Reflect.get(Object.hasOwn(changes, key) ? changes : diff, key) as unknown });

/** `line 1` to `line <count>`, with some of them replaced by their numbers. An empty list takes a line away. */
export function numbered(count: number, replaced: Readonly<Record<number, readonly string[]>> = {}): string {
  return Array.from({ length: count }, (_, index) => replaced[index + 1] ?? [`line ${index + 1}`]).flat().join("\n");
}
