import type { JsonObject } from "countersign/phoenix";
import type { Span } from "../spans/spans.ts";
import type { Dataset, DatasetsState, Tag } from "./datasets.ts";

/** What a write makes of the datasets, with the words for the agent; or why it can't be written. */
export type Committed = { readonly ok: true; readonly state: DatasetsState; readonly output: string } | Refused;

interface Refused {
  readonly ok: false;
  readonly error: string;
}

export interface Writing {
  readonly state: DatasetsState;
  readonly input: JsonObject;
  /** The dataset that was in view when the write was proposed. */
  readonly datasetId: string | undefined;
  /** The span that was in view when the write was proposed. */
  readonly spanId: string | undefined;
  readonly spans: readonly Span[];
}

export type Commit = (writing: Writing) => Committed;

export const committed = (state: DatasetsState, output: string): Committed => ({ ok: true, state, output });

export const refused = (error: string): Refused => ({ ok: false, error });

/** A write to the dataset that was in view. It may be gone by now. */
export function ofDataset(commit: (dataset: Dataset, writing: Writing) => Committed): Commit {
  return (writing) => {
    const dataset = writing.state.datasets.find(({ id }) => id === writing.datasetId);
    return dataset === undefined ? refused("The dataset is gone. Nothing was changed.") : commit(dataset, writing);
  };
}

export function withDataset(state: DatasetsState, changed: Dataset): DatasetsState {
  return { ...state, datasets: state.datasets.map((dataset) => (dataset.id === changed.id ? changed : dataset)) };
}

/** Splits or labels by their names, in the order of the names. */
export function tagsNamed(tags: readonly Tag[], what: "split" | "label", names: readonly string[]): { readonly ok: true; readonly tags: readonly Tag[] } | Refused {
  const found = names.map((name) => tags.find((tag) => tag.name === name));
  const missing = names.find((_, index) => found[index] === undefined);
  if (missing !== undefined) return refused(`There is no ${what} "${missing}". Nothing was changed.`);
  return { ok: true, tags: found.filter((tag) => tag !== undefined) };
}

export const isTaken = (all: readonly { readonly id: string; readonly name: string }[], name: string, ownId?: string): boolean =>
  all.some((one) => one.name === name && one.id !== ownId);

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
