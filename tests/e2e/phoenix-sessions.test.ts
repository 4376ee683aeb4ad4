import { describe, expect, test } from "vitest";
import { openingEdit, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

describe("chats", () => {
  test("keep what waits in them while another is on the page", async () => {
    const phoenix = await open();
    await phoenix.button("New chat").click();
    await phoenix.card(openingEdit).waitFor({ state: "detached" });
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    const id = await phoenix.propose("Remove C");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");

    await phoenix.page.getByLabel("Chat", { exact: true }).selectOption("Chat 1");
    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "answered");
    await expect(Promise.all([openingEdit, id].map((call) => phoenix.count(call)))).resolves.toEqual([1, 1]);
  });

  test("that are deleted answer what waits in them, of every family, and nothing of another", async () => {
    const phoenix = await open();
    await phoenix.button("New chat").click();
    const edit = await phoenix.propose("Insert, delete, reorder in B");
    await phoenix.show("Annotation configs");
    const config = await phoenix.propose("Make a config");
    await phoenix.show("Datasets");
    const dataset = await phoenix.propose("Edit the dataset");
    const [question = ""] = await phoenix.record("Ask me first");
    await phoenix.reaches(question, "pending");
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 5 calls wait");
    await phoenix.button("Delete chat").click();

    await phoenix.reaches(openingEdit, "pending");
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    const answers = await Promise.all([edit, config, dataset, question].map((id) => phoenix.received(id)));
    expect(answers).toMatchObject([
      [{ state: "output-error", tool: "edit_prompt_instance", errorText: "Nothing was changed: the call was taken back before it was decided." }],
      [{ state: "output-error", tool: "create_annotation_config", errorText: "Nothing was changed: the session ended." }],
      [{ state: "output-error", tool: "patch_dataset", errorText: "Nothing was changed: the session ended." }],
      [{ state: "output-error", tool: "ask_user", errorText: "Nothing was changed: the call was taken back before it was decided." }],
    ]);
    await expect(phoenix.page.getByLabel("Chat", { exact: true }).locator("option").allTextContents()).resolves.toEqual(["Chat 1"]);
    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "answered");
    await expect(Promise.all([openingEdit, edit, config, dataset, question].map((id) => phoenix.count(id)))).resolves.toEqual([1, 1, 1, 1, 1]);
  });

  test("of which the last is deleted are one new one", async () => {
    const phoenix = await open();
    await phoenix.button("Delete chat").click();
    await expect(phoenix.received(openingEdit)).resolves.toMatchObject([{ state: "output-error", outcome: "interrupted" }]);
    await expect(phoenix.page.getByLabel("Chat", { exact: true }).locator("option").allTextContents()).resolves.toEqual(["Chat 2"]);
    const id = await phoenix.propose("Edit prompt A");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await expect(phoenix.count(openingEdit)).resolves.toBe(1);
  });

  test("that are deleted while a write of theirs runs get its answer and no other", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Save A");
    const hold = phoenix.page.getByLabel("The server does not answer yet");
    await hold.check();
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "working");
    await phoenix.button("Delete chat").click();
    await expect(phoenix.count(id)).resolves.toBe(0);
    await hold.uncheck();
    await expect(phoenix.received(id)).resolves.toMatchObject([{ output: { status: "saved" } }]);
    await phoenix.instance(1).getByText("version 2").waitFor();
    await expect(phoenix.count(id)).resolves.toBe(1);
  });
});
