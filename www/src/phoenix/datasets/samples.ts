import type { JsonObject } from "countersign/phoenix";
import { globalId } from "../globalId.ts";
import type { DatasetsState, Example, Tag } from "./datasets.ts";

const split = (number: number, name: string, color: string): Tag => ({ id: globalId("DatasetSplit", number), name, description: null, color });
const label = (number: number, name: string, color: string): Tag => ({ id: globalId("DatasetLabel", number), name, description: null, color });

const train = split(1, "train", "#2f7d5b");
const test = split(2, "test", "#8a5cc2");
const reviewed = label(1, "reviewed", "#33c5e8");
const draft = label(2, "draft", "#c28a1a");

const example = (number: number, question: string, answer: string, metadata: JsonObject, ...splits: readonly Tag[]): Example => ({
  id: globalId("DatasetExample", number),
  input: { question },
  output: { answer },
  metadata,
  splitIds: splits.map(({ id }) => id),
});

/** What the page begins with: questions to the desk of a library. */
export const sampleDatasets: DatasetsState = {
  datasets: [
    {
      id: globalId("Dataset", 1),
      name: "Library desk",
      description: "Questions that were asked at the desk, with the answers that were given.",
      metadata: { owner: "desk" },
      version: 3,
      labelIds: [reviewed.id],
      examples: [
        example(1, "Can I keep a book longer than four weeks?", "Yes, twice, unless somebody waits for it.", { source: "desk" }, train),
        example(2, "Where do I return a book on a Sunday?", "In the box at the north door.", { source: "desk" }, train),
        example(3, "How many films may I borrow?", "Five at a time.", { source: "mail" }, train, test),
        example(4, "Do you have a scanner for maps?", "Yes, on the second floor. Ask for the key.", { source: "mail", checked: false }, test),
        example(5, "Is there a fee for a lost card?", "Yes.", { source: "phone" }, test),
        example(6, "Can my daughter have a card of her own?", "From the age of six, with your signature.", { source: "desk" }),
      ],
    },
    {
      id: globalId("Dataset", 2),
      name: "Opening hours",
      description: null,
      metadata: {},
      version: 1,
      labelIds: [],
      examples: [
        example(7, "Are you open on Easter Monday?", "No.", {}, test),
        example(8, "Until when on Fridays?", "Until eight in the evening.", {}, train),
      ],
    },
    { id: globalId("Dataset", 3), name: "Not begun", description: null, metadata: {}, version: 1, labelIds: [draft.id], examples: [] },
  ],
  splits: [train, test],
  labels: [reviewed, draft],
  openId: globalId("Dataset", 1),
  targets: {},
  nextNumber: 20,
};
