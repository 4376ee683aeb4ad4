import { EDIT_PROMPT, readPromptInstance, REMOVE_INSTANCE, SAVE_PROMPT } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";
import type { RecordedCall } from "../app/transcript.ts";
import type { Workspace } from "../app/workspace.ts";

/** An edit as an agent makes it that has just read the instance. */
function edit({ playground }: Workspace, instanceId: number, operations: readonly object[]): RecordedCall {
  const read = readPromptInstance({ getPlayground: playground.get }, instanceId);
  return { toolName: EDIT_PROMPT, input: { instanceId, expectedRevision: read.ok ? read.output.revision : "unread", operations } };
}

const rewriteA = [
  {
    type: "update_message",
    messageId: 1,
    content: [
      "You plan day hikes for people who come by train.",
      "Name the station, the way, the climb in metres, and the time that it takes.",
      "Ask for the date if it is missing, and look up the weather for it.",
      "Answer in at most five sentences.",
    ].join("\n"),
  },
];

/** What waits when the page opens. */
export const openingRecording: Recording = {
  label: "Edit prompt A",
  ask: "Let prompt A tell the climb, and look at the weather.",
  calls: (workspace) => [edit(workspace, 1, rewriteA)],
};

export const promptRecordings: readonly Recording[] = [
  openingRecording,
  {
    label: "Insert, delete, reorder in B",
    ask: "Put the template of prompt B first, and give it another example.",
    calls: (workspace) => [
      edit(workspace, 2, [
        { type: "delete_message", messageId: 5 },
        { type: "insert_message", afterMessageId: 4, role: "ai", content: "Worn: boots, shorts, sun hat.\nPack: rain jacket, hut sleeping bag, two litres of water." },
        { type: "insert_message", afterMessageId: null, role: "user", content: "Answer in the language of the hike." },
      ]),
    ],
  },
  {
    label: "Edit A and B at once",
    ask: "Shorten prompts A and B.",
    calls: (workspace) => [
      edit(workspace, 1, [{ type: "update_message", messageId: 1, content: "You plan day hikes by train. Answer in at most three sentences." }]),
      edit(workspace, 2, [{ type: "update_message", messageId: 3, content: "Write a packing list, by bag." }]),
    ],
  },
  {
    label: "Remove C",
    ask: "Prompt C is of no use any more.",
    calls: () => [{ toolName: REMOVE_INSTANCE, input: { instanceId: 3 } }],
  },
  {
    label: "Save A",
    ask: "Save prompt A.",
    calls: () => [{ toolName: SAVE_PROMPT, input: { instanceId: 1, description: "Tells the climb.", tags: ["staging"] } }],
  },
  {
    label: "Save C as a new prompt",
    ask: "Save prompt C under a name of its own.",
    calls: () => [{ toolName: SAVE_PROMPT, input: { instance_id: 3, name: "Path status", description: "First version" } }],
  },
  {
    label: "Edit from an old revision",
    ask: "Change prompt A as you read it yesterday.",
    calls: () => [{ toolName: EDIT_PROMPT, input: { instanceId: 1, expectedRevision: "prompt-1f2e3d4c", operations: rewriteA } }],
  },
  {
    label: "Malformed edit",
    ask: "Change prompt A somehow.",
    calls: () => [{ toolName: EDIT_PROMPT, input: { instanceId: "A", operations: "rewrite it" } }],
  },
  {
    label: "A tool that nobody has",
    ask: "Do something unheard of.",
    calls: () => [{ toolName: "translate_prompt", input: { to: "fr" } }],
  },
];
