import type { Message, PromptSnapshot } from "../playground/prompt.ts";
import type { ProposedOperation } from "./answers.ts";

type Plan = readonly ProposedOperation[];
type Replacement = readonly [from: string, to: string];

/** Small changes in a long text. Applied twice, the second one takes the first one back. */
export function changeWord({ messages }: PromptSnapshot): Plan {
  return replaceFirstMatch(messages, [
    [
      ["unused items within 30 days of delivery", "unused items within 45 days of delivery"],
      ["2. Offer a replacement first, a refund second, a discount last.", "2. Offer a replacement or a refund, whichever the customer prefers."],
      ["Refunds take 5 to 7 working days", "Refunds take 3 to 5 working days"],
    ],
    [
      ["unused items within 45 days of delivery", "unused items within 30 days of delivery"],
      ["2. Offer a replacement or a refund, whichever the customer prefers.", "2. Offer a replacement first, a refund second, a discount last."],
      ["Refunds take 3 to 5 working days", "Refunds take 5 to 7 working days"],
    ],
  ]);
}

export function rewriteTitle({ messages }: PromptSnapshot): Plan {
  const [first] = messages;
  if (first === undefined) return [];
  const short = "Write a title of at most six words for the ticket.";
  const exact = "Name the product and the problem in at most six words. Keep the customer's language.";
  return [{ type: "update_message", messageId: first.id, content: first.content === exact ? short : exact }];
}

/** Moves the last message up, drops the one that was before it, and adds a new example. */
export function reshape({ messages }: PromptSnapshot): Plan {
  const ids = messages.map((message) => message.id);
  const last = ids.at(-1);
  const dropped = ids.length > 2 ? ids.at(-2) : undefined;
  const reordered = last === undefined ? [] : [last, ...ids.slice(0, -1)];
  return [
    ...(ids.length > 1 ? [{ type: "reorder_messages", messageIds: reordered } as const] : []),
    ...(dropped === undefined ? [] : [{ type: "delete_message", messageId: dropped } as const]),
    { type: "insert_message", afterMessageId: last ?? null, role: "ai", content: "Leaking stove, wants advice before weekend" },
  ];
}

/** Changes inside joined emoji and right-to-left text, on lines that end with CRLF. */
export function breakLines({ messages }: PromptSnapshot): Plan {
  return replaceFirstMatch(messages, [
    [
      ["fr: Bonjour 🧗‍♀️", "fr: Bonjour 🧗🏽‍♀️"],
      ["テント係です ⛺️", "テント担当です ⛺️"],
      ["مرحبا بكم", "أهلا وسهلا بكم"],
      ["team 👩‍👩‍👧", "team 👩‍👩‍👧‍👦"],
    ],
    [
      ["fr: Bonjour 🧗🏽‍♀️", "fr: Bonjour 🧗‍♀️"],
      ["テント担当です ⛺️", "テント係です ⛺️"],
      ["أهلا وسهلا بكم", "مرحبا بكم"],
      ["team 👩‍👩‍👧‍👦", "team 👩‍👩‍👧"],
    ],
  ]);
}

/** Uses the first group of replacements that changes anything; else adds a sentence. */
function replaceFirstMatch(messages: readonly Message[], groups: readonly (readonly Replacement[])[]): Plan {
  for (const group of groups) {
    const plan = messages.flatMap(({ id, content = "" }) => {
      const next = group.reduce((text, [from, to]) => text.replace(from, to), content);
      return next === content ? [] : [{ type: "update_message", messageId: id, content: next } as const];
    });
    if (plan.length > 0) return plan;
  }
  const [first] = messages;
  if (first === undefined) return [];
  const content = `${first.content ?? ""}\nAsk one question at a time.`;
  return [{ type: "update_message", messageId: first.id, content }];
}
