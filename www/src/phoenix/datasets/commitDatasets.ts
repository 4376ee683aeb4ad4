import { globalId } from "../globalId.ts";
import { isObject, objectsOf, textOf } from "../json.ts";
import { type Commit, committed, counted, isTaken, ofDataset, refused, withDataset } from "./commit.ts";
import { examplesOf } from "./commitExamples.ts";

export const createDataset: Commit = ({ state, input }) => {
  const name = textOf(input["name"]) ?? "";
  if (isTaken(state.datasets, name)) return refused(`There is a dataset "${name}" already. Nothing was changed.`);
  const examples = examplesOf(objectsOf(input["examples"]), state.nextNumber + 1);
  const dataset = {
    id: globalId("Dataset", state.nextNumber),
    name,
    description: textOf(input["description"]) ?? null,
    metadata: {},
    version: 1,
    labelIds: [],
    examples,
  };
  return committed(
    { ...state, datasets: [...state.datasets, dataset], nextNumber: state.nextNumber + 1 + examples.length },
    `The dataset "${name}" is made, with ${counted(examples.length, "example")}.`,
  );
};

export const patchDataset = ofDataset((dataset, { state, input }) => {
  const { name = dataset.name, description = dataset.description, metadata = dataset.metadata } = input;
  const newName = textOf(name) ?? dataset.name;
  if (isTaken(state.datasets, newName, dataset.id)) return refused(`There is a dataset "${newName}" already. Nothing was changed.`);
  const changed = { ...dataset, name: newName, description: textOf(description) ?? null, metadata: isObject(metadata) ? metadata : {} };
  return committed(withDataset(state, changed), `The dataset "${newName}" is changed.`);
});

export const deleteDataset = ofDataset((dataset, { state }) =>
  committed(
    { ...state, datasets: state.datasets.filter(({ id }) => id !== dataset.id), openId: state.openId === dataset.id ? null : state.openId },
    `The dataset "${dataset.name}" is deleted.`,
  ),
);
