import { describe, expect, test } from "vitest";
import { approval, type Phoenix, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

const id = (number: number): string => btoa(`DatasetExample:${number}`);

/** What an accepted write is answered with. */
const accepted = (tool: string, toolCallId: string, message: string, source: "user" | "auto" = "user") => [
  { state: "output-available", tool, toolCallId, output: { status: "accepted", acceptedBy: source, message, ...approval("accepted", source) } },
];

const failed = (tool: string, toolCallId: string, errorText: string) => [{ state: "output-error", tool, toolCallId, errorText }];

async function datasets(): Promise<Phoenix> {
  const phoenix = await open();
  await phoenix.show("Datasets");
  return phoenix;
}

const before = [
  ["question: Can I keep a book longer than four weeks?", "answer: Yes, twice, unless somebody waits for it.", "source: desk", "train"],
  ["question: Where do I return a book on a Sunday?", "answer: In the box at the north door.", "source: desk", "train"],
  ["question: How many films may I borrow?", "answer: Five at a time.", "source: mail", "train; test"],
  ["question: Do you have a scanner for maps?", "answer: Yes, on the second floor. Ask for the key.", "source: mail; checked: false", "test"],
  ["question: Is there a fee for a lost card?", "answer: Yes.", "source: phone", "test"],
  ["question: Can my daughter have a card of her own?", "answer: From the age of six, with your signature.", "source: desk", ""],
] as const;
const [first, second, third, fourth, fifth, sixth] = before;

const names = (phoenix: Phoenix, list: "Splits" | "Labels" | "Labels of the dataset") => phoenix.page.getByRole("list", { name: list, exact: true }).locator(".tag").allInnerTexts();

const options = (phoenix: Phoenix) => phoenix.page.getByLabel("In view", { exact: true }).getByRole("option").allInnerTexts();

/** Each of the fourteen writes: what its card says, what the agent is told, and what the datasets are then. */
const writes: readonly {
  readonly tool: string;
  readonly button: string;
  readonly title: string;
  readonly note?: string;
  readonly shows: unknown;
  readonly message: string;
  readonly check: (phoenix: Phoenix) => Promise<void>;
}[] = [
  {
    tool: "create_dataset",
    button: "Create a dataset",
    title: "Create dataset",
    shows: {
      name: "Film nights",
      description: "What people ask about the film nights.",
      examples: [{ input: { question: "When does it begin?" }, output: { answer: "At eight." } }],
    },
    message: 'The dataset "Film nights" is made, with 1 example.',
    check: async (phoenix) => {
      await phoenix.view("Film nights");
      await expect(phoenix.examples()).resolves.toEqual([["question: When does it begin?", "answer: At eight.", "", ""]]);
    },
  },
  {
    tool: "patch_dataset",
    button: "Edit the dataset",
    title: "Edit dataset",
    shows: { description: "Asked at the desk. Looked after by the night shift.", metadata: { owner: "night shift" } },
    message: 'The dataset "Library desk" is changed.',
    check: async (phoenix) => {
      await phoenix.page.locator(".dataset-facts").getByText("Asked at the desk. Looked after by the night shift.").waitFor();
      await expect(phoenix.page.getByLabel("Metadata of the dataset").textContent()).resolves.toBe('{\n  "owner": "night shift"\n}');
    },
  },
  {
    tool: "delete_dataset",
    button: "Delete the dataset",
    title: "Delete dataset",
    note: "The dataset and all its examples are deleted. This can't be undone.",
    shows: { datasetName: "Library desk" },
    message: 'The dataset "Library desk" is deleted.',
    check: async (phoenix) => {
      await expect(options(phoenix)).resolves.toEqual(["none", "Opening hours", "Not begun"]);
      await expect(phoenix.examples()).resolves.toEqual([]);
    },
  },
  {
    tool: "add_dataset_examples",
    button: "Add examples",
    title: "Add examples",
    shows: {
      examples: [
        { input: { question: "Does the café take cards?" }, output: { answer: "Yes." }, metadata: { source: "mail" } },
        { input: { question: "May I bring my own cup?" } },
      ],
    },
    message: '2 examples added to "Library desk".',
    check: async (phoenix) => {
      await expect(phoenix.examples()).resolves.toEqual([
        ...before,
        ["question: Does the café take cards?", "answer: Yes.", "source: mail", ""],
        ["question: May I bring my own cup?", "", "", ""],
      ]);
      await phoenix.page.getByText("version 4, 8 examples").waitFor();
    },
  },
  {
    tool: "patch_dataset_examples",
    button: "Edit examples",
    title: "Edit examples",
    shows: {
      datasetName: "Library desk",
      patches: [
        { exampleId: id(1), output: { answer: "Yes, twice for four weeks each, unless somebody waits for it." } },
        { exampleId: id(4), metadata: { source: "mail", checked: true } },
      ],
    },
    message: '2 examples changed in "Library desk".',
    check: async (phoenix) => {
      await expect(phoenix.examples()).resolves.toEqual([
        [first[0], "answer: Yes, twice for four weeks each, unless somebody waits for it.", first[2], first[3]],
        second,
        third,
        [fourth[0], fourth[1], "source: mail; checked: true", fourth[3]],
        fifth,
        sixth,
      ]);
    },
  },
  {
    tool: "delete_dataset_examples",
    button: "Delete examples",
    title: "Delete examples",
    note: "The newest version of the dataset loses these examples.",
    shows: { datasetName: "Library desk", exampleIds: [id(3), id(5)] },
    message: '2 examples deleted from "Library desk".',
    check: async (phoenix) => expect(phoenix.examples()).resolves.toEqual([first, second, fourth, sixth]),
  },
  {
    tool: "create_dataset_split",
    button: "Create a split",
    title: "Create split",
    shows: { name: "hard", description: "What the desk had to look up.", color: "#b3432b", exampleCount: 2 },
    message: 'The split "hard" is made, with 2 examples.',
    check: async (phoenix) => {
      await expect(names(phoenix, "Splits")).resolves.toEqual(["train", "test", "hard"]);
      await expect(phoenix.examples()).resolves.toMatchObject([{ 3: "train; hard" }, second, third, { 3: "test; hard" }, fifth, sixth]);
    },
  },
  {
    tool: "set_dataset_example_splits",
    button: "Set splits",
    title: "Set example splits",
    shows: { datasetName: "Library desk", splitNames: ["train"], exampleIds: [id(6)] },
    message: '1 example of "Library desk" put into train.',
    check: async (phoenix) => expect(phoenix.examples()).resolves.toMatchObject([first, second, third, fourth, fifth, { 3: "train" }]),
  },
  {
    tool: "patch_dataset_split",
    button: "Edit a split",
    title: "Edit split",
    shows: { splitName: "test", changes: { name: "holdout", description: "Never trained on." } },
    message: 'The split "test" is changed.',
    check: async (phoenix) => {
      await expect(names(phoenix, "Splits")).resolves.toEqual(["train", "holdout"]);
      await expect(phoenix.examples()).resolves.toMatchObject([first, second, { 3: "train; holdout" }, { 3: "holdout" }, { 3: "holdout" }, sixth]);
    },
  },
  {
    tool: "delete_dataset_splits",
    button: "Delete a split",
    title: "Delete splits",
    note: "The splits are deleted in every dataset. Their examples stay.",
    shows: { splitNames: ["train"] },
    message: "1 split deleted.",
    check: async (phoenix) => {
      await expect(names(phoenix, "Splits")).resolves.toEqual(["test"]);
      await expect(phoenix.examples()).resolves.toMatchObject([{ 3: "" }, { 3: "" }, { 3: "test" }, fourth, fifth, sixth]);
    },
  },
  {
    tool: "create_dataset_label",
    button: "Create a label",
    title: "Create label",
    shows: { name: "ours", color: "#4453c4", attachToDataset: true },
    message: 'The label "ours" is made, and put on "Library desk".',
    check: async (phoenix) => {
      await expect(names(phoenix, "Labels")).resolves.toEqual(["reviewed", "draft", "ours"]);
      await expect(names(phoenix, "Labels of the dataset")).resolves.toEqual(["reviewed", "ours"]);
    },
  },
  {
    tool: "set_dataset_labels",
    button: "Set labels",
    title: "Set dataset labels",
    shows: { labelNames: ["draft"] },
    message: '"Library desk" has 1 label now.',
    check: async (phoenix) => expect(names(phoenix, "Labels of the dataset")).resolves.toEqual(["draft"]),
  },
  {
    tool: "delete_dataset_labels",
    button: "Delete a label",
    title: "Delete labels",
    note: "The labels are deleted and taken off every dataset.",
    shows: { labelNames: ["reviewed"] },
    message: "1 label deleted.",
    check: async (phoenix) => {
      await expect(names(phoenix, "Labels")).resolves.toEqual(["draft"]);
      await expect(names(phoenix, "Labels of the dataset")).resolves.toEqual([]);
    },
  },
  {
    tool: "add_spans_to_dataset",
    button: "Add spans",
    title: "Add span(s) to dataset",
    shows: { datasetName: "Opening hours", spanCount: 2 },
    message: '2 spans added to "Opening hours".',
    check: async (phoenix) => {
      await phoenix.view("Opening hours");
      await expect(phoenix.examples()).resolves.toMatchObject([
        {},
        {},
        ["text: Is the reading room open on the third of October?", "text: No, it is closed on that day.", "spanId: 5a1c0e77b2d94f03", ""],
        { 0: "text: Can I print in colour?" },
      ]);
    },
  },
];

describe("a write to datasets", () => {
  test.each(writes)("$tool shows what it would write, and writes that", async ({ tool, button, title, note, shows, message, check }) => {
    const phoenix = await datasets();
    await expect(phoenix.examples()).resolves.toEqual(before);
    const call = await phoenix.propose(button);
    const card = phoenix.card(call);
    await card.getByRole("heading", { name: title, exact: true }).waitFor();
    await expect(phoenix.written(call)).resolves.toEqual(shows);
    await expect(card.locator(".danger-note").allTextContents()).resolves.toEqual(note === undefined ? [] : [note]);
    await expect(phoenix.examples()).resolves.toEqual(before);

    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await check(phoenix);
    await expect(phoenix.received(call)).resolves.toEqual(accepted(tool, call, message));
    await expect(phoenix.count(call)).resolves.toBe(1);
  });

  test("that is rejected writes nothing", async () => {
    const phoenix = await datasets();
    const call = await phoenix.propose("Delete the dataset");
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(phoenix.examples()).resolves.toEqual(before);
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "delete_dataset",
        toolCallId: call,
        output: { status: "rejected", message: "The person rejected the change. The dataset is as it was.", ...approval("rejected") },
      },
    ]);
  });

  test("a double click writes once", async () => {
    const phoenix = await datasets();
    const call = await phoenix.propose("Add examples");
    await phoenix.card(call).getByRole("button", { name: "Accept" }).evaluate((button) => {
      for (let click = 0; click < 5; click += 1) button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await phoenix.reaches(call, "answered");
    await expect(phoenix.examples()).resolves.toHaveLength(8);
    await expect(phoenix.received(call)).resolves.toHaveLength(1);
  });

  test("marks the rows that it names as long as it waits", async () => {
    const phoenix = await datasets();
    const call = await phoenix.propose("Delete examples");
    const named = phoenix.page.locator('[data-named="true"]');
    await expect(named.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-example")))).resolves.toEqual([id(3), id(5)]);
    await expect(named.first().textContent()).resolves.toContain(`would change: ${call}`);
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(named.count()).resolves.toBe(0);
  });

  test.each([
    ["an example that is not the dataset's", "Delete an example of another dataset", "delete_dataset_examples", `Not in the dataset "Library desk": ${id(7)}. Read the dataset again, then call again.`],
    ["no change", "Edit nothing", "patch_dataset", "The input of patch_dataset is not of its shape. Compare it with the tool's schema, then call again."],
    ["a span, where none is in view", "Add the open span", "add_spans_to_dataset", "No span is open and none was named. Name spans, or ask the person to open one."],
  ])("that names %s is answered at once", async (_, button, tool, errorText) => {
    const phoenix = await datasets();
    const [call = ""] = await phoenix.record(button);
    await expect(phoenix.received(call)).resolves.toEqual(failed(tool, call, errorText));
    await phoenix.reaches(call, "failed");
    await expect(phoenix.card(call).getByRole("button", { name: "Accept" }).count()).resolves.toBe(0);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
  });

  test("without a dataset in view is answered at once", async () => {
    const phoenix = await datasets();
    await phoenix.view("none");
    const [call = ""] = await phoenix.record("Set labels");
    await expect(phoenix.received(call)).resolves.toEqual(failed("set_dataset_labels", call, "No dataset is open. Ask the person to open one, then call again."));
  });

  test("that can't be written says so when it is accepted, and changes nothing", async () => {
    const phoenix = await datasets();
    const unknown = await phoenix.propose("Set a label that there is not");
    await phoenix.press(unknown, "Accept");
    await expect(phoenix.received(unknown)).resolves.toEqual(failed("set_dataset_labels", unknown, 'There is no label "perfect". Nothing was changed.'));
    await expect(names(phoenix, "Labels of the dataset")).resolves.toEqual(["reviewed"]);
  });

  test("whose examples were deleted meanwhile changes nothing", async () => {
    const phoenix = await datasets();
    const [one, same] = [await phoenix.propose("Delete examples"), await phoenix.propose("Delete examples")];
    await phoenix.press(one, "Accept");
    await phoenix.reaches(one, "answered");
    await phoenix.press(same, "Accept");
    await expect(phoenix.received(same)).resolves.toEqual(failed("delete_dataset_examples", same, `The example ${id(3)} is gone. Nothing was changed.`));
    await expect(phoenix.examples()).resolves.toEqual([first, second, fourth, sixth]);
  });

  test("is for the dataset that was in view when it was proposed", async () => {
    const phoenix = await datasets();
    const call = await phoenix.propose("Set labels");
    await phoenix.view("Opening hours");
    await expect(phoenix.card(call).locator(".card-target").textContent()).resolves.toBe("DatasetLibrary desk");
    await phoenix.press(call, "Accept");
    await expect(phoenix.received(call)).resolves.toEqual(accepted("set_dataset_labels", call, '"Library desk" has 1 label now.'));
    await expect(names(phoenix, "Labels of the dataset")).resolves.toEqual([]);
    await phoenix.view("Library desk");
    await expect(names(phoenix, "Labels of the dataset")).resolves.toEqual(["draft"]);
  });

  test("is for the span that was in view when it was proposed", async () => {
    const phoenix = await datasets();
    await phoenix.show("Spans");
    await phoenix.span("c93f1b6a08e2457d").getByRole("button", { name: "Open" }).click();
    await phoenix.show("Datasets");
    const call = await phoenix.propose("Add the open span");
    await phoenix.show("Spans");
    await phoenix.span("04d7ae52f1c88b36").getByRole("button", { name: "Open" }).click();
    await phoenix.press(call, "Accept");
    await expect(phoenix.received(call)).resolves.toEqual(accepted("add_spans_to_dataset", call, '1 span added to "Opening hours".'));
    await phoenix.show("Datasets");
    await phoenix.view("Opening hours");
    await expect(phoenix.examples()).resolves.toMatchObject([{}, {}, { 2: "spanId: c93f1b6a08e2457d" }]);
  });

  test("under bypass is written without asking", async () => {
    const phoenix = await datasets();
    await phoenix.page.getByLabel("Bypass").check();
    const [call = ""] = await phoenix.record("Delete examples");
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toEqual(accepted("delete_dataset_examples", call, '2 examples deleted from "Library desk".', "auto"));
    await expect(phoenix.examples()).resolves.toHaveLength(4);
  });

  test("that waits when the person stops is answered as interrupted, and can't be accepted any more", async () => {
    const phoenix = await datasets();
    const [one, other] = [await phoenix.propose("Delete the dataset"), await phoenix.propose("Set labels")];
    await phoenix.press(other, "Accept");
    await phoenix.reaches(other, "answered");
    await phoenix.stop().click();
    await phoenix.reaches(one, "interrupted");
    await expect(phoenix.card(one).getByRole("button", { name: "Accept" }).count()).resolves.toBe(0);
    await expect(phoenix.examples()).resolves.toEqual(before);
    await expect(phoenix.received(one)).resolves.toMatchObject([
      { state: "output-error", errorText: "The person stopped this turn before the call was decided. Nothing was changed." },
    ]);
    await expect(phoenix.count(other)).resolves.toBe(1);
  });

  test("that waits when its chat is deleted is answered once, and written never", async () => {
    const phoenix = await datasets();
    const call = await phoenix.propose("Delete the dataset");
    await phoenix.button("Delete chat").click();
    await expect(phoenix.received(call)).resolves.toEqual(failed("delete_dataset", call, "Nothing was changed: the session ended."));
    await expect(phoenix.count(call)).resolves.toBe(1);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: nothing waits");
    await expect(phoenix.examples()).resolves.toEqual(before);
  });
});
