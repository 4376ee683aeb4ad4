import * as v from "valibot";
import { toolsOfPrompt, type ToolList } from "./toolList.ts";

const stored = v.object({
  version: v.literal(1),
  lists: v.array(v.object({ instanceId: v.pipe(v.number(), v.safeInteger()), open: v.boolean(), tools: toolsOfPrompt })),
});

export const writeToolLists = (lists: readonly ToolList[]): string => JSON.stringify({ version: 1, lists });

/** Reads what {@link writeToolLists} wrote, as data from a stranger. Throws when it is not of that form. */
export const readToolLists = (text: string): readonly ToolList[] => v.parse(stored, JSON.parse(text)).lists;
