import type { JsonValue } from "countersign";
import * as v from "valibot";
import { revisionOf } from "../playground/revision.ts";

/** One tool that a prompt may call, in the order of its keys as they were written. */
export type PromptTool = { readonly name: string } & { readonly [key: string]: JsonValue };

/** The tools of one prompt. */
export interface ToolList {
  readonly instanceId: number;
  /** Whether its editor is open. A closed list cannot be read or changed by the agent. */
  readonly open: boolean;
  readonly tools: readonly PromptTool[];
}

/** What `read_prompt_tools` answers. */
export interface ToolListSnapshot {
  readonly instanceId: number;
  readonly tools: readonly PromptTool[];
  readonly revision: string;
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const optional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);

/** A tool with the keys that it has, in their order: a check that makes a new object would lose it. */
export const promptTool = v.pipe(
  v.custom<PromptTool>(isRecord, "A tool must be an object."),
  v.check(({ name }) => typeof name === "string" && /^[\w-]{1,64}$/.test(name), "A tool needs a name of letters, digits, _ and -."),
  v.check(({ description }) => optional(description, (value) => typeof value === "string"), "A tool's description must be text."),
  v.check(({ parameters }) => optional(parameters, isRecord), "A tool's parameters must be an object."),
);

export const toolsOfPrompt = v.pipe(
  v.array(promptTool, "The tools must be a list."),
  v.check((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, "Each tool needs a name of its own."),
);

/** The key of the editor of a prompt's tools. */
export const toolsOwnerKeyOf = (instanceId: number): string => `tools:${instanceId}`;

export function toolListSnapshotOf({ instanceId, tools }: ToolList): ToolListSnapshot {
  const facts = { instanceId, tools };
  return { ...facts, revision: revisionOf(facts, "tools") };
}

/** The tools as their editor shows them. */
export const displayTools = (tools: readonly PromptTool[]): string => JSON.stringify(tools, null, 2);

/** Reads what a person wrote in the editor. */
export function readTools(text: string): { readonly tools: readonly PromptTool[] } | { readonly errorText: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { errorText: `This is not JSON. ${error instanceof Error ? error.message : String(error)}` };
  }
  const read = v.safeParse(toolsOfPrompt, value);
  return read.success ? { tools: read.output } : { errorText: read.issues[0].message };
}
