import type { Playground } from "../playground/playground.ts";

export interface ExampleCall {
  readonly id: string;
  readonly label: string;
  readonly text: (playground: Playground) => string;
}

interface Parts {
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly input?: object;
}

/** Calls to start from: one that works, and one for each way to go wrong. */
export const exampleCalls: readonly ExampleCall[] = [
  { id: "good", label: "Good call", text: (playground) => editCall(playground, {}) },
  { id: "stale", label: "Stale revision", text: (playground) => editCall(playground, { input: { expectedRevision: "prompt-0" } }) },
  {
    id: "missing",
    label: "Unknown message",
    text: (playground) =>
      editCall(playground, { input: { operations: [{ type: "delete_message", messageId: 99 }] } }),
  },
  {
    id: "types",
    label: "Wrong types",
    text: (playground) =>
      editCall(playground, { input: { operations: [{ type: "update_message", messageId: "three", content: 7 }] } }),
  },
  { id: "tool", label: "Unknown tool", text: (playground) => editCall(playground, { toolName: "launch_rocket" }) },
  { id: "json", label: "Malformed JSON", text: (playground) => editCall(playground, {}).slice(0, -3) },
  {
    id: "proto",
    label: "Odd id",
    text: (playground) => editCall(playground, { toolCallId: "__proto__" }),
  },
  { id: "deep", label: "5,000 levels deep", text: deepCall },
];

const marker = "Write a title of at most five words for the ticket.";

function editCall(playground: Playground, { toolName = "edit_prompt_instance", toolCallId, input }: Parts): string {
  const target = playground.get().prompts.find((prompt) => prompt.instanceId === 2 && prompt.messages.length > 0);
  const messageId = target?.messages[0]?.id ?? 3;
  const call = {
    ...(toolCallId !== undefined && { toolCallId }),
    toolName,
    input: {
      instanceId: 2,
      expectedRevision: playground.revision(2),
      operations: [{ type: "update_message", messageId, content: marker }],
      ...input,
    },
  };
  return JSON.stringify(call, null, 2);
}

function deepCall(playground: Playground): string {
  const levels = 5_000;
  const deep = "[".repeat(levels) + "]".repeat(levels);
  const operation = `{"type":"update_message","messageId":3,"toolCalls":[${deep}]}`;
  return `{"toolName":"edit_prompt_instance","input":{"instanceId":2,"expectedRevision":"${playground.revision(2)}","operations":[${operation}]}}`;
}
