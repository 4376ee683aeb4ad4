import { globalId } from "../globalId.ts";
import type { Instance, SavedPrompt } from "./playground.ts";

const nothingForced = { type: "ZERO_OR_MORE" };

/** What the server has when the page opens. */
export const samplePrompts: readonly SavedPrompt[] = [
  { id: globalId("Prompt", 1), name: "trail-guide", versions: [{ id: globalId("PromptVersion", 1), description: "First version", tags: ["production"] }] },
  { id: globalId("Prompt", 2), name: "packing-list", versions: [{ id: globalId("PromptVersion", 2), description: "First version", tags: [] }] },
];

/** What the playground holds when it opens. */
export const sampleInstances: readonly Instance[] = [
  {
    id: 1,
    dirty: false,
    prompt: { id: globalId("Prompt", 1), name: "trail-guide", version: globalId("PromptVersion", 1), tag: "production" },
    provider: "OPENAI",
    toolChoice: nothingForced,
    messages: [
      {
        id: 1,
        role: "system",
        content: [
          "You plan day hikes for people who come by train.",
          "Name the station, the way, and the time that it takes.",
          "Ask for the date if it is missing.",
          "Answer in at most five sentences.",
        ].join("\n"),
      },
      { id: 2, role: "user", content: "{{question}}" },
    ],
    tools: [
      {
        kind: "function",
        id: 1,
        editorType: "json",
        definition: {
          name: "find_trains",
          description: "Lists the trains between two stations on a day.",
          parameters: {
            type: "object",
            properties: { from: { type: "string" }, to: { type: "string" }, day: { type: "string", format: "date" } },
            required: ["from", "to"],
          },
        },
      },
      {
        kind: "function",
        id: 2,
        editorType: "json",
        definition: {
          name: "get_weather",
          description: "Gives the forecast for a place.",
          parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
          strict: true,
        },
      },
    ],
  },
  {
    id: 2,
    dirty: false,
    prompt: { id: globalId("Prompt", 2), name: "packing-list", version: globalId("PromptVersion", 2), tag: null },
    provider: "ANTHROPIC",
    toolChoice: { type: "SPECIFIC_FUNCTION", functionName: "list_gear" },
    messages: [
      { id: 3, role: "system", content: "Write a packing list for the hike below. Group it by bag." },
      { id: 4, role: "user", content: "Two days on the ridge, huts at night, first week of May." },
      { id: 5, role: "ai", content: "Worn: boots, long trousers, fleece.\nPack: rain jacket, hut sleeping bag, lamp." },
      { id: 6, role: "user", content: "{{hike}}" },
    ],
    tools: [
      {
        kind: "function",
        id: 3,
        editorType: "json",
        definition: {
          name: "list_gear",
          description: "Lists what the person owns.",
          parameters: { type: "object", properties: { kind: { enum: ["clothes", "shelter", "kitchen"] } } },
        },
      },
      { kind: "raw", id: 4, editorType: "json", raw: { type: "web_search", max_uses: 2 } },
    ],
  },
  {
    id: 3,
    dirty: true,
    prompt: null,
    provider: "GOOGLE",
    toolChoice: nothingForced,
    messages: [
      { id: 7, role: "system", content: "Say in one sentence whether the path is open." },
      { id: 8, role: "user", content: "{{path}}" },
    ],
    tools: [],
  },
];
