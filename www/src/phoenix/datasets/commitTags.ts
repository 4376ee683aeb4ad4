import type { JsonObject } from "countersign/phoenix";
import { globalId } from "../globalId.ts";
import { textOf, textsOf } from "../json.ts";
import { type Commit, committed, counted, isTaken, ofDataset, refused, tagsNamed, withDataset } from "./commit.ts";
import type { Dataset, DatasetsState, Tag } from "./datasets.ts";

/** The colour of a split or a label that names none. */
const color = "#33c5e8";

const tagOf = (kind: string, number: number, input: JsonObject): Tag => ({
  id: globalId(kind, number),
  name: textOf(input["name"]) ?? "",
  description: textOf(input["description"]) ?? null,
  color: textOf(input["color"]) ?? color,
});

const taken = (what: string, name: string) => refused(`There is a ${what} "${name}" already. Nothing was changed.`);

export const createSplit: Commit = ({ state, input }) => {
  const split = tagOf("DatasetSplit", state.nextNumber, input);
  if (isTaken(state.splits, split.name)) return taken("split", split.name);
  const ids = textsOf(input["exampleIds"]);
  const datasets = state.datasets.map((dataset) => ({
    ...dataset,
    examples: dataset.examples.map((example) => (ids.includes(example.id) ? { ...example, splitIds: [...example.splitIds, split.id] } : example)),
  }));
  return committed({ ...state, datasets, splits: [...state.splits, split], nextNumber: state.nextNumber + 1 }, `The split "${split.name}" is made, with ${counted(ids.length, "example")}.`);
};

export const patchSplit = ofDataset((_, { state, input }) => {
  const named = tagsNamed(state.splits, "split", [textOf(input["splitName"]) ?? ""]);
  if (!named.ok) return named;
  const [split] = named.tags;
  if (split === undefined) return refused("No split was named.");
  const { name = split.name, description = split.description, color: newColor = split.color } = input;
  const changed = { ...split, name: textOf(name) ?? split.name, description: textOf(description) ?? null, color: textOf(newColor) ?? split.color };
  if (isTaken(state.splits, changed.name, split.id)) return taken("split", changed.name);
  return committed({ ...state, splits: state.splits.map((one) => (one.id === split.id ? changed : one)) }, `The split "${split.name}" is changed.`);
});

export const deleteSplits = ofDataset((_, { state, input }) => {
  const named = tagsNamed(state.splits, "split", textsOf(input["splitNames"]));
  if (!named.ok) return named;
  const ids = named.tags.map(({ id }) => id);
  const datasets = state.datasets.map((dataset): Dataset => ({
    ...dataset,
    examples: dataset.examples.map((example) => ({ ...example, splitIds: example.splitIds.filter((id) => !ids.includes(id)) })),
  }));
  return committed({ ...state, datasets, splits: without(state.splits, ids) }, `${counted(ids.length, "split")} deleted.`);
});

export const createLabel = ofDataset((dataset, { state, input }) => {
  const label = tagOf("DatasetLabel", state.nextNumber, input);
  if (isTaken(state.labels, label.name)) return taken("label", label.name);
  const made: DatasetsState = { ...state, labels: [...state.labels, label], nextNumber: state.nextNumber + 1 };
  if (input["attachToDataset"] === false) return committed(made, `The label "${label.name}" is made.`);
  return committed(withDataset(made, { ...dataset, labelIds: [...dataset.labelIds, label.id] }), `The label "${label.name}" is made, and put on "${dataset.name}".`);
});

export const setLabels = ofDataset((dataset, { state, input }) => {
  const named = tagsNamed(state.labels, "label", textsOf(input["labelNames"]));
  if (!named.ok) return named;
  const labelIds = [...new Set(named.tags.map(({ id }) => id))];
  return committed(withDataset(state, { ...dataset, labelIds }), `"${dataset.name}" has ${counted(labelIds.length, "label")} now.`);
});

export const deleteLabels = ofDataset((_, { state, input }) => {
  const named = tagsNamed(state.labels, "label", textsOf(input["labelNames"]));
  if (!named.ok) return named;
  const ids = named.tags.map(({ id }) => id);
  const datasets = state.datasets.map((dataset) => ({ ...dataset, labelIds: dataset.labelIds.filter((id) => !ids.includes(id)) }));
  return committed({ ...state, datasets, labels: without(state.labels, ids) }, `${counted(new Set(ids).size, "label")} deleted.`);
});

const without = (tags: readonly Tag[], ids: readonly string[]): readonly Tag[] => tags.filter(({ id }) => !ids.includes(id));
