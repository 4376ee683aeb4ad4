import type { JsonValue } from "countersign";
import type { PromptTool, ToolListSnapshot } from "./toolList.ts";
import { writesBetween, writeTools, type ToolWrites } from "./toolWrites.ts";

const getWeather: PromptTool = {
  name: "get_weather",
  description: "Gives the forecast for a campsite.",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

/** Adds a tool, changes what another takes, and removes one; as far as that is not done yet. */
export function changeTools({ tools }: ToolListSnapshot): ToolWrites {
  const find = (name: string): PromptTool | undefined => tools.find((tool) => tool.name === name);
  const findOrder = find("find_order");
  const writes = {
    tools: [
      ...(findOrder === undefined
        ? []
        : [
            {
              ...findOrder,
              description: "Looks up an order by number or by e-mail address.",
              parameters: {
                type: "object",
                properties: { query: { type: "string" }, limit: { type: "integer", maximum: 10 } },
                required: ["query", "limit"],
              },
            },
          ]),
      ...(find("get_weather") === undefined ? [getWeather] : []),
    ],
    deleteTools: find("track_parcel") === undefined ? [] : ["track_parcel"],
  };
  return writesBetween(tools, writeTools(tools, writes));
}

/** The keys of every tool the other way round: the same tools, in another order of keys. */
export const reorderKeys = ({ tools }: ToolListSnapshot): ToolWrites => ({ tools: tools.map(turned), deleteTools: [] });

const turned = (tool: PromptTool): PromptTool =>
  Object.assign({ name: tool.name }, Object.fromEntries(Object.entries(tool).filter(([key]) => key !== "name").toReversed().map(([key, value]) => [key, keysTurned(value)])));

function keysTurned(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toReversed());
}
