import type { PromptTool } from "./toolList.ts";

/** What a call writes into a list of tools. */
export interface ToolWrites {
  /** Each takes the place of the tool that has its name, or goes to the end. */
  readonly tools: readonly PromptTool[];
  /** The names of those that go away. */
  readonly deleteTools: readonly string[];
}

/** Throws a sentence for the agent when they do not fit the list. */
export function writeTools(list: readonly PromptTool[], { tools, deleteTools }: ToolWrites): readonly PromptTool[] {
  const missing = deleteTools.find((name) => !list.some((tool) => tool.name === name));
  if (missing !== undefined) {
    throw new Error(`There is no tool "${missing}" to delete. The prompt has ${list.map(({ name }) => name).join(", ") || "no tools"}.`);
  }
  const both = tools.find(({ name }) => deleteTools.includes(name));
  if (both !== undefined) throw new Error(`The tool "${both.name}" is both written and deleted.`);
  const written = new Map(tools.map((tool) => [tool.name, tool]));
  const kept = list.filter(({ name }) => !deleteTools.includes(name)).map((tool) => written.get(tool.name) ?? tool);
  const added = tools.filter(({ name }) => !list.some((tool) => tool.name === name));
  return [...kept, ...added];
}

/** The writes that make the second list of the first. */
export function writesBetween(before: readonly PromptTool[], after: readonly PromptTool[]): ToolWrites {
  const known = new Map(before.map((tool) => [tool.name, JSON.stringify(tool)]));
  return {
    tools: after.filter((tool) => known.get(tool.name) !== JSON.stringify(tool)),
    deleteTools: before.map(({ name }) => name).filter((name) => !after.some((tool) => tool.name === name)),
  };
}
