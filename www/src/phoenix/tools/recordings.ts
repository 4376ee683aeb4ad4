import { readPromptTools, WRITE_TOOLS } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";
import type { RecordedCall } from "../app/transcript.ts";
import type { Workspace } from "../app/workspace.ts";

/** A write as an agent makes it that has just read the instance's tools. */
function write({ playground }: Workspace, instanceId: number, changes: object): RecordedCall {
  const read = readPromptTools({ getPlayground: playground.get }, instanceId);
  return { toolName: WRITE_TOOLS, input: { instanceId, expectedRevision: read.ok ? read.output.revision : "unread", ...changes } };
}

export const toolRecordings: readonly Recording[] = [
  {
    label: "Add and change tools of A",
    ask: "Let prompt A look up huts, and search trains by time.",
    calls: (workspace) => [
      write(workspace, 1, {
        tools: [
          {
            id: 1,
            name: "find_trains",
            parameters: {
              type: "object",
              properties: {
                from: { type: "string" },
                to: { type: "string" },
                day: { type: "string", format: "date" },
                after: { type: "string", format: "time" },
              },
              required: ["from", "to", "day"],
            },
          },
          { name: "find_huts", description: "Lists huts near a place, with their beds.", parameters: { type: "object", properties: { place: { type: "string" } } } },
        ],
      }),
    ],
  },
  {
    label: "Delete the weather of A",
    ask: "Prompt A needs no weather any more.",
    calls: (workspace) => [write(workspace, 1, { deleteToolIds: [2] })],
  },
  {
    label: "Rename the forced tool of B",
    ask: "Call the gear list of prompt B what it is.",
    calls: (workspace) => [write(workspace, 2, { tools: [{ id: 3, name: "list_owned_gear", description: "Lists what the person owns, by kind." }] })],
  },
  {
    label: "Delete the forced tool of B",
    ask: "Take the gear list of prompt B away.",
    calls: (workspace) => [write(workspace, 2, { deleteToolIds: [3] })],
  },
  {
    label: "Give C a tool",
    ask: "Let prompt C see closures.",
    calls: (workspace) => [write(workspace, 3, { tools: [{ name: "list_closures", description: "Lists closed paths.", parameters: null, strict: null }] })],
  },
  {
    label: "Change a tool that is no function",
    ask: "Rename the web search of prompt B.",
    calls: (workspace) => [write(workspace, 2, { tools: [{ id: 4, name: "search" }] })],
  },
  {
    label: "Write no tools at all",
    ask: "Change the tools of prompt A somehow.",
    calls: (workspace) => [write(workspace, 1, { tools: [] })],
  },
];
