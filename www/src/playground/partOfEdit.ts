import { displayPrompt } from "countersign";
import { foldOperations, OperationError, type InsertMessage, type Operation, type UpdateMessage } from "./operations.ts";
import type { Message, PromptSnapshot } from "./prompt.ts";

/** So many operations are left out one by one; each more doubles the work. */
const maxOperations = 6;

/**
 * The operations that make the prompt read as `text`: some of those that were proposed, with as much of
 * their content as the text has.
 *
 * @throws an error for the person, when there are none
 */
export function partOfEdit(text: string, now: PromptSnapshot, operations: readonly Operation[]): readonly Operation[] {
  for (const some of subsetsOf(operations)) {
    const part = withContents(text, now, some);
    if (part !== undefined) return part.filter((operation) => !changesNothing(operation, now.messages));
  }
  throw new Error(
    operations.length > maxOperations
      ? "This edit does too many things at once to take a part of it. Use Edit instead."
      : "These changes only go together: they move, add or remove the same messages. Tick all of them, or use Edit.",
  );
}

/** All of them first, then with ever more left out. */
function subsetsOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  if (operations.length > maxOperations) return [operations];
  const subsets = Array.from({ length: 2 ** operations.length }, (_, set) =>
    operations.filter((_operation, index) => (set & (1 << index)) === 0),
  );
  return subsets.filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length);
}

type Writing = (UpdateMessage | InsertMessage) & { readonly content: string };

const isWriting = (operation: Operation): operation is Writing => "content" in operation && operation.content !== undefined;

/** The operations with the contents that the text has in the places of theirs. */
function withContents(text: string, now: PromptSnapshot, operations: readonly Operation[]): readonly Operation[] | undefined {
  const messages = folded(now.messages, operations);
  if (messages === undefined) return undefined;
  const written = new Set(operations.filter(isWriting).map(({ messageId }) => messageId));
  const places = messages.filter(({ id }) => written.has(id));
  const mark = markNotIn(text);
  const marked = foldOperations(messages, places.map(({ id }) => ({ type: "update_message", messageId: id, content: mark })));
  const around = displayPrompt({ ...now, messages: marked }).split(mark);
  const contents = between(text, around);
  if (contents === undefined || contents.length !== places.length) return undefined;
  const contentOf = new Map(places.map(({ id }, index) => [id, contents[index] ?? ""]));
  const isOwn = places.every(({ id, content = "" }) => {
    const known = now.messages.find((message) => message.id === id)?.content ?? "";
    return consistsOf(contentOf.get(id) ?? "", [known, content]);
  });
  if (!isOwn) return undefined;
  return operations.map((operation) =>
    isWriting(operation) ? { ...operation, content: contentOf.get(operation.messageId) ?? operation.content } : operation,
  );
}

/** Whether every line is one of theirs: what belongs to another message must not become content of this one. */
function consistsOf(text: string, texts: readonly string[]): boolean {
  const lines = new Set(texts.flatMap(linesOf));
  return linesOf(text).every((line) => lines.has(line));
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);

function changesNothing(operation: Operation, messages: readonly Message[]): boolean {
  if (operation.type !== "update_message" || operation.role !== undefined || operation.toolCalls !== undefined) return false;
  return messages.some(({ id, content }) => id === operation.messageId && content === operation.content);
}

function folded(messages: readonly Message[], operations: readonly Operation[]): readonly Message[] | undefined {
  try {
    return foldOperations(messages, operations);
  } catch (error) {
    // Without an operation before it, a later one may not fit.
    if (error instanceof OperationError) return undefined;
    throw error;
  }
}

/** What stands between these pieces of a text, if there is one way to find them in it. */
function between(text: string, pieces: readonly string[]): readonly string[] | undefined {
  const [first = "", ...inner] = pieces;
  const last = inner.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return undefined;
  const found: string[] = [];
  let rest = text.slice(first.length, text.length - last.length);
  for (const piece of inner) {
    const at = rest.indexOf(piece);
    if (at === -1 || rest.includes(piece, at + 1)) return undefined;
    found.push(rest.slice(0, at));
    rest = rest.slice(at + piece.length);
  }
  return [...found, rest];
}

function markNotIn(text: string): string {
  let mark = "\u{E000}";
  while (text.includes(mark)) mark += "\u{E000}";
  return mark;
}
