import type { Approval } from "countersign";
import type { Page } from "../app/page.ts";
import { labelOf } from "../playground/prompt.ts";

/** What a call reads or changes. */
export interface Target {
  readonly kind: keyof typeof nouns;
  readonly id: number;
}

/** Where the targets are. */
export type Targets = Pick<Page, "playground" | "promptTools" | "datasets">;

const nouns = { prompt: "prompt", tools: "list of tools", dataset: "dataset" } as const;

const kinds: ReadonlyMap<string, Target["kind"]> = new Map([
  ["edit_prompt_instance", "prompt"],
  ["read_prompt_instance", "prompt"],
  ["write_prompt_tools", "tools"],
  ["read_prompt_tools", "tools"],
  ["patch_dataset_rows", "dataset"],
  ["read_dataset_rows", "dataset"],
] as const);

export function targetOf({ toolName, input, proposed }: Approval): Target | undefined {
  const kind = kinds.get(toolName);
  const value = input ?? proposed;
  if (kind === undefined || typeof value !== "object" || value === null) return undefined;
  const key = kind === "dataset" ? "datasetId" : "instanceId";
  const id: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return typeof id === "number" ? { kind, id } : undefined;
}

/** What it changes, inside a sentence. */
export const nounOf = ({ toolName }: Approval): string => nouns[kinds.get(toolName) ?? "prompt"];

/** Which one it is, inside a title; nothing where it is not there. */
export function nameOf({ kind, id }: Target, { playground, datasets }: Targets): string | undefined {
  if (kind === "dataset") {
    const dataset = datasets.get().find(({ datasetId }) => datasetId === id);
    return dataset && `dataset ${dataset.name}`;
  }
  const index = playground.get().prompts.findIndex(({ instanceId }) => instanceId === id);
  if (index === -1) return undefined;
  return kind === "tools" ? `tools of prompt ${labelOf(index)}` : `prompt ${labelOf(index)}`;
}

/** The revision that it has now. */
export function revisionNow({ kind, id }: Target, { playground, promptTools, datasets }: Targets): string | undefined {
  try {
    switch (kind) {
      case "prompt":
        return playground.revision(id);
      case "tools":
        return promptTools.revision(id);
      case "dataset":
        return datasets.revision(id);
    }
  } catch {
    // It is not on the page.
    return undefined;
  }
}
