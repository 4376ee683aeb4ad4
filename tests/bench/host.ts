import type { ToolOutput } from "countersign";
import { line, random } from "./texts.ts";

export const TOOL = "edit_prompt";

/** A tool call's input, about 400 bytes of JSON. */
export interface Input {
  readonly promptId: string;
  readonly name: string;
  readonly temperature: number;
  readonly tags: readonly string[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A call's id and its input. */
export type Call = readonly [toolCallId: string, input: Input];

/** The app around the approvals: the same callbacks for whatever keeps them. */
export function createHost() {
  let sent = 0;
  let written = 0;
  return {
    validate: (input: unknown) => ({ ok: true, value: input as Input }) as const,
    preview: ({ messages }: Input) => ({ before: "", after: messages[0]?.content ?? "" }),
    readRevision: () => "r1",
    apply: ({ messages }: Input): void => {
      written += messages.length;
    },
    send: (output: ToolOutput): void => {
      if (output.state === "output-available") sent += 1;
    },
    counts: () => ({ sent, written }),
  };
}

export type Host = ReturnType<typeof createHost>;

export function createInputs(): readonly Input[] {
  const next = random(1);
  return Array.from({ length: 64 }, (_, index) => ({
    promptId: `prompt_${index}`,
    name: line(next).slice(0, 30),
    temperature: next(),
    tags: ["draft", "agent", `v${index}`],
    messages: ["system", "user", "assistant"].map((role) => ({ role, content: line(next).padEnd(60, ".").slice(0, 60) })),
  }));
}
