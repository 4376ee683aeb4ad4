import { describe, expect, test } from "vitest";
import { approval, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

const [library, hours] = [btoa("Dataset:1"), btoa("Dataset:2")];
const failed = (toolCallId: string, errorText: string) => [{ state: "output-error", tool: "load_dataset", toolCallId, errorText }];

describe("loading a dataset into the playground", () => {
  test("says what the playground would run on; accepted, it does", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Load Library desk");
    await expect(phoenix.card(call).getByRole("definition").allTextContents()).resolves.toEqual(["no dataset", "Library desk, split test"]);
    await expect(phoenix.runsOn().inputValue()).resolves.toBe("");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(phoenix.runsOn().inputValue()).resolves.toBe(library);
    await expect(phoenix.page.getByRole("checkbox", { name: "test" }).isChecked()).resolves.toBe(true);
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "load_dataset",
        toolCallId: call,
        output: {
          status: "loaded",
          acceptedBy: "user",
          datasetId: library,
          datasetName: "Library desk",
          splitIds: [btoa("DatasetSplit:2")],
          splitNames: ["test"],
          message: "The dataset is loaded.",
          ...approval("accepted"),
        },
      },
    ]);
  });

  test("rejected, the playground runs on what it did", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Load Opening hours");
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(phoenix.runsOn().inputValue()).resolves.toBe("");
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "load_dataset",
        toolCallId: call,
        output: { status: "rejected", message: "The person rejected this. The dataset was not loaded.", ...approval("rejected") },
      },
    ]);
  });

  test("when the person chose another one while it waited, loads nothing", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Load Library desk");
    await phoenix.runsOn().selectOption("Opening hours");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "failed");
    await expect(phoenix.received(call)).resolves.toEqual(failed(call, "Nothing was loaded: another dataset was chosen while this waited. Look again, then propose again."));
    await expect(phoenix.runsOn().inputValue()).resolves.toBe(hours);
  });

  test("when it was deleted while it waited, loads nothing", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Load Library desk");
    await phoenix.show("Datasets");
    const deletion = await phoenix.propose("Delete the dataset");
    await phoenix.press(deletion, "Accept");
    await phoenix.reaches(deletion, "answered");
    await phoenix.press(call, "Accept");
    await expect(phoenix.received(call)).resolves.toEqual(failed(call, 'There is no dataset "Library desk".'));
  });

  test("under bypass loads it without asking", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Bypass").check();
    const [call = ""] = await phoenix.record("Load Opening hours");
    await phoenix.reaches(call, "answered");
    await expect(phoenix.runsOn().inputValue()).resolves.toBe(hours);
    await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "loaded", acceptedBy: "auto", ...approval("accepted", "auto") } }]);
  });

  test("of an empty dataset is answered at once", async () => {
    const phoenix = await open();
    const [call = ""] = await phoenix.record("Load an empty dataset");
    await expect(phoenix.received(call)).resolves.toEqual(failed(call, 'The dataset "Not begun" has no examples.'));
  });

  test("that waits when the playground is closed is cancelled, and then there is nobody to load it", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Load Library desk");
    await phoenix.button("Close the playground").click();
    await phoenix.reaches(call, "interrupted");
    await expect(phoenix.received(call)).resolves.toMatchObject(failed(call, "Nothing was loaded: the playground was closed before this was decided."));
    const [late = ""] = await phoenix.record("Load Library desk");
    await expect(phoenix.received(late)).resolves.toEqual(failed(late, "The playground is not open. Ask the person to open it, then call again."));
    await phoenix.button("Open the playground").click();
    await phoenix.propose("Load Library desk");
    await expect(phoenix.count(call)).resolves.toBe(1);
  });

  test("a dataset that is deleted is not what the playground runs on", async () => {
    const phoenix = await open();
    await phoenix.runsOn().selectOption("Library desk");
    await phoenix.show("Datasets");
    const call = await phoenix.propose("Delete the dataset");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await phoenix.show("Prompts");
    await expect(phoenix.runsOn().inputValue()).resolves.toBe("");
  });
});

describe("while the server is asked what a name stands for", () => {
  const held = "The server does not answer yet";

  test("a playground that closes cancels the load as soon as it is worked out", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel(held).check();
    const [call = ""] = await phoenix.record("Load Library desk");
    await phoenix.reaches(call, "working");
    await phoenix.button("Close the playground").click();
    await phoenix.page.getByLabel(held).uncheck();
    await phoenix.reaches(call, "interrupted");
    await expect(phoenix.received(call)).resolves.toMatchObject(failed(call, "Nothing was loaded: the playground was closed before this was decided."));
    await expect(phoenix.waiting()).resolves.toBe("Ledger: nothing waits");
  });

  test("a stop answers the call, and it does not come in later", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel(held).check();
    const [call = ""] = await phoenix.record("Load Library desk");
    await phoenix.stop().click();
    await phoenix.reaches(call, "interrupted");
    const [late = ""] = await phoenix.record("Load Opening hours");
    await phoenix.page.getByLabel(held).uncheck();
    await phoenix.reaches(late, "pending");
    await expect(phoenix.received(call)).resolves.toMatchObject(failed(call, "The person stopped this turn before the call was decided. Nothing was changed."));
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
  });
});
