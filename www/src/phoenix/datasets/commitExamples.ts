import type { JsonObject } from "countersign/phoenix";
import { globalId } from "../globalId.ts";
import { isObject, listOf, objectsOf, textOf, textsOf } from "../json.ts";
import type { Span } from "../spans/spans.ts";
import { type Commit, committed, counted, ofDataset, refused, tagsNamed, withDataset } from "./commit.ts";
import type { Dataset, DatasetsState, Example } from "./datasets.ts";

/** New examples, with ids from this number on. */
export const examplesOf = (given: readonly JsonObject[], firstNumber: number): readonly Example[] =>
  given.map(({ input, output, metadata }, index) => ({
    id: globalId("DatasetExample", firstNumber + index),
    input: isObject(input) ? input : {},
    output: isObject(output) ? output : {},
    metadata: isObject(metadata) ? metadata : {},
    splitIds: [],
  }));

function withMore(state: DatasetsState, dataset: Dataset, given: readonly JsonObject[]): DatasetsState {
  const examples = [...dataset.examples, ...examplesOf(given, state.nextNumber)];
  return { ...withDataset(state, { ...dataset, examples, version: dataset.version + 1 }), nextNumber: state.nextNumber + given.length };
}

/** Examples that were there when the write was proposed may be gone by now. */
const missingOf = ({ examples }: Dataset, ids: readonly string[]): string | undefined => ids.find((id) => !examples.some((example) => example.id === id));

const gone = (id: string) => refused(`The example ${id} is gone. Nothing was changed.`);

export const addExamples = ofDataset((dataset, { state, input }) => {
  const given = objectsOf(input["examples"]);
  return committed(withMore(state, dataset, given), `${counted(given.length, "example")} added to "${dataset.name}".`);
});

export const patchExamples = ofDataset((dataset, { state, input }) => {
  const patches = objectsOf(input["patches"]);
  const missing = missingOf(dataset, patches.map(({ exampleId }) => textOf(exampleId) ?? ""));
  if (missing !== undefined) return gone(missing);
  const examples = dataset.examples.map((example): Example => {
    const patch = patches.find(({ exampleId }) => exampleId === example.id);
    if (patch === undefined) return example;
    const part = (key: "input" | "output" | "metadata"): JsonObject => {
      const value = patch[key];
      return isObject(value) ? value : example[key];
    };
    return { ...example, input: part("input"), output: part("output"), metadata: part("metadata") };
  });
  return committed(withDataset(state, { ...dataset, examples, version: dataset.version + 1 }), `${counted(patches.length, "example")} changed in "${dataset.name}".`);
});

export const deleteExamples = ofDataset((dataset, { state, input }) => {
  const ids = textsOf(input["exampleIds"]);
  const missing = missingOf(dataset, ids);
  if (missing !== undefined) return gone(missing);
  const examples = dataset.examples.filter(({ id }) => !ids.includes(id));
  return committed(withDataset(state, { ...dataset, examples, version: dataset.version + 1 }), `${counted(ids.length, "example")} deleted from "${dataset.name}".`);
});

export const setExampleSplits = ofDataset((dataset, { state, input }) => {
  const ids = textsOf(input["exampleIds"]);
  const missing = missingOf(dataset, ids);
  if (missing !== undefined) return gone(missing);
  const named = tagsNamed(state.splits, "split", textsOf(input["splitNames"]));
  if (!named.ok) return named;
  const splitIds = named.tags.map(({ id }) => id);
  const examples = dataset.examples.map((example) => (ids.includes(example.id) ? { ...example, splitIds } : example));
  return committed(withDataset(state, { ...dataset, examples }), `${counted(ids.length, "example")} of "${dataset.name}" put into ${named.tags.map(({ name }) => name).join(", ")}.`);
});

/** Examples made of spans: of those that are named, or of the one that was in view. */
export const addSpans: Commit = ({ state, input, spanId, spans }) => {
  const name = textOf(input["datasetName"]) ?? "";
  const exact = state.datasets.filter((dataset) => dataset.name === name);
  const similar = state.datasets.filter((dataset) => dataset.name.toLowerCase().includes(name.toLowerCase()));
  const [dataset, ...others] = exact.length > 0 ? exact : similar;
  if (dataset === undefined) return refused(`There is no dataset "${name}". Nothing was changed.`);
  if (others.length > 0) return refused(`More than one dataset is called something like "${name}". Nothing was changed.`);
  const ids = listOf(input["spanIds"]).length > 0 ? textsOf(input["spanIds"]) : [spanId ?? ""];
  const found = ids.map((id) => spans.find((span) => span.id === id));
  const missing = ids.find((_, index) => found[index] === undefined);
  if (missing !== undefined) return refused(`There is no span ${missing}. Nothing was changed.`);
  const given = found.filter((span) => span !== undefined).map(exampleOf);
  return committed(withMore(state, dataset, given), `${counted(given.length, "span")} added to "${dataset.name}".`);
};

const exampleOf = ({ spanId, input, output }: Span): JsonObject => ({ input: { text: input }, output: { text: output }, metadata: { spanId } });
