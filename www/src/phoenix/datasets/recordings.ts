import type { JsonValue } from "countersign";
import type { DatasetTool } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";
import type { Workspace } from "../app/workspace.ts";
import { openDatasetOf } from "./datasets.ts";

/** The ids of examples of the dataset in view, as the agent would have read them: of those that are there. */
const ids = ({ datasets }: Workspace, ...places: readonly number[]): readonly string[] => {
  const all = openDatasetOf(datasets.get())?.examples ?? [];
  return places.flatMap((place) => all[place]?.id ?? []);
};

function write(toolName: DatasetTool, label: string, ask: string, input: JsonValue | ((workspace: Workspace) => JsonValue)): Recording {
  return { label, ask, calls: (workspace) => [{ toolName, input: typeof input === "function" ? input(workspace) : input }] };
}

export const datasetRecordings: readonly Recording[] = [
  write("create_dataset", "Create a dataset", "Begin a dataset for the film nights, with one example.", {
    name: "Film nights",
    description: "What people ask about the film nights.",
    examples: [{ input: { question: "When does it begin?" }, output: { answer: "At eight." } }],
  }),
  write("patch_dataset", "Edit the dataset", "Say who looks after it.", { description: "Asked at the desk. Looked after by the night shift.", metadata: { owner: "night shift" } }),
  write("delete_dataset", "Delete the dataset", "We don’t need this dataset any more.", {}),
  write("add_dataset_examples", "Add examples", "Add two questions about the café.", {
    examples: [
      { input: { question: "Does the café take cards?" }, output: { answer: "Yes." }, metadata: { source: "mail" } },
      { input: { question: "May I bring my own cup?" } },
    ],
  }),
  write("patch_dataset_examples", "Edit examples", "Make the first answer exact, and mark it as checked.", (workspace) => {
    const answered = ids(workspace, 0).map((exampleId) => ({ exampleId, output: { answer: "Yes, twice for four weeks each, unless somebody waits for it." } }));
    const checked = ids(workspace, 3).map((exampleId) => ({ exampleId, metadata: { source: "mail", checked: true } }));
    return {
      patches: [...answered, ...checked],
      versionDescription: "Exact answers",
    };
  }),
  write("delete_dataset_examples", "Delete examples", "Remove the third and the fifth.", (workspace) => ({ exampleIds: ids(workspace, 2, 4) })),
  write("create_dataset_split", "Create a split", "Put the hard ones aside.", (workspace) => ({ name: "hard", description: "What the desk had to look up.", color: "#b3432b", exampleIds: ids(workspace, 0, 3) })),
  write("set_dataset_example_splits", "Set splits", "Train on the last one.", (workspace) => ({ exampleIds: ids(workspace, 5), splitNames: ["train"] })),
  write("patch_dataset_split", "Edit a split", "Call the test split what it is.", { splitName: "test", name: "holdout", description: "Never trained on." }),
  write("delete_dataset_splits", "Delete a split", "Do without the train split.", { splitNames: ["train"] }),
  write("create_dataset_label", "Create a label", "Mark it as ours.", { name: "ours", color: "#4453c4" }),
  write("set_dataset_labels", "Set labels", "Mark it as a draft.", { labelNames: ["draft"] }),
  write("delete_dataset_labels", "Delete a label", "Nobody reviews any more.", { labelNames: ["reviewed"] }),
  write("add_spans_to_dataset", "Add spans", "Keep the first two answers of today.", ({ spans }) => ({
    datasetName: "Opening hours",
    spanIds: spans
      .get()
      .spans.slice(0, 2)
      .map(({ id }) => id),
  })),
  write("add_spans_to_dataset", "Add the open span", "Keep the answer that I look at.", { datasetName: "Opening" }),
  write("delete_dataset_examples", "Delete an example of another dataset", "Remove the question about Easter.", ({ datasets }) => {
    const { datasets: all, openId } = datasets.get();
    const foreign = all.filter(({ id }) => id !== openId).flatMap(({ examples }) => examples);
    return { exampleIds: foreign.slice(0, 1).map(({ id }) => id) };
  }),
  write("set_dataset_labels", "Set a label that there is not", "Mark it as perfect.", { labelNames: ["perfect"] }),
  write("patch_dataset", "Edit nothing", "Change it, somehow.", {}),
];
