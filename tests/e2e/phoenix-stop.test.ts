import { describe, expect, test } from "vitest";
import { approval, openingEdit, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();
const stopped = (tool: string, toolCallId: string) => ({
  state: "output-error",
  tool,
  toolCallId,
  errorText: "The person stopped this turn before the call was decided. Nothing was changed.",
  outcome: "interrupted",
});

describe("Stop in the middle of a turn", () => {
  test("answers what still waits, of every family, and leaves what is answered", async () => {
    const phoenix = await open();
    const [a = "", b = ""] = await phoenix.record("Edit A and B at once", 2);
    await phoenix.show("Tools");
    const tools = await phoenix.propose("Delete the weather of A");
    await phoenix.show("Annotation configs");
    const config = await phoenix.propose("Make a config");
    await phoenix.show("Datasets");
    const dataset = await phoenix.propose("Edit the dataset");
    const [question = ""] = await phoenix.record("Ask me first");
    await phoenix.reaches(question, "pending");
    await phoenix.press(b, "Accept");
    await phoenix.reaches(b, "answered");
    await phoenix.stop().click();

    const rest = [openingEdit, a, tools, config, dataset, question] as const;
    for (const id of rest) await phoenix.reaches(id, "interrupted");
    const answers = await Promise.all(rest.map((id) => phoenix.received(id)));
    expect(answers).toEqual([
      [stopped("edit_prompt_instance", openingEdit)],
      [stopped("edit_prompt_instance", a)],
      [stopped("write_prompt_tools", tools)],
      [stopped("create_annotation_config", config)],
      [stopped("patch_dataset", dataset)],
      [stopped("ask_user", question)],
    ]);
    await expect(phoenix.received(b)).resolves.toMatchObject([{ output: { status: "accepted", ...approval("accepted") } }]);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: nothing waits");
    await expect(phoenix.goesOn("I go on").count()).resolves.toBe(0);
    await expect(phoenix.goesOn("and go on").count()).resolves.toBe(0);
    await expect(phoenix.page.getByRole("button", { name: "Accept", exact: true }).count()).resolves.toBe(0);
    await phoenix.show("Prompts");
    await expect(phoenix.message(1).inputValue()).resolves.toContain("the way, and the time");
    await expect(phoenix.message(3).inputValue()).resolves.toBe("Write a packing list, by bag.");

    const next = await phoenix.propose("Edit prompt A");
    await phoenix.press(next, "Accept");
    await phoenix.reaches(next, "answered");
    await phoenix.goesOn("I have the answer: accepted. I go on.").waitFor();
  });

  test("by its key, when the focus is anywhere", async () => {
    const phoenix = await open();
    await phoenix.message(3).focus();
    await phoenix.page.keyboard.press("Control+.");
    await phoenix.reaches(openingEdit, "interrupted");
    await expect(phoenix.received(openingEdit)).resolves.toEqual([stopped("edit_prompt_instance", openingEdit)]);
    await expect(phoenix.stop().getAttribute("aria-disabled")).resolves.toBe("true");
  });

  test("while a write runs that was accepted leaves its answer to it, and the agent does not go on", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Save A");
    await phoenix.page.getByLabel("The server does not answer yet").check();
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "working");
    await phoenix.stop().click();
    await phoenix.reaches(openingEdit, "interrupted");
    await expect(phoenix.count(id)).resolves.toBe(0);
    await phoenix.page.getByLabel("The server does not answer yet").uncheck();
    await phoenix.reaches(id, "answered");
    await phoenix.instance(1).getByText("version 2").waitFor();
    await expect(phoenix.received(id)).resolves.toMatchObject([{ output: { status: "saved", ...approval("accepted") } }]);
    await expect(phoenix.goesOn("go on").count()).resolves.toBe(0);
  });

  test("while the server is still asked answers that call, and nothing of it comes in later", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("The server does not answer yet").check();
    const [id = ""] = await phoenix.record("Load Opening hours");
    await phoenix.reaches(id, "working");
    await phoenix.stop().click();
    await phoenix.reaches(id, "interrupted");
    await phoenix.page.getByLabel("The server does not answer yet").uncheck();
    // What comes after it on the same server has come, so it would have too.
    const next = await phoenix.propose("Load Opening hours");
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    await expect(phoenix.received(id)).resolves.toEqual([stopped("load_dataset", id)]);
    await phoenix.press(next, "Reject");
    await phoenix.reaches(next, "rejected");
  });
});

test("writing on stops what waits, and begins a new turn", async () => {
  const phoenix = await open();
  await phoenix.page.getByLabel("Message to the agent").fill("Leave it.");
  await phoenix.page.keyboard.press("Enter");
  await phoenix.reaches(openingEdit, "interrupted");
  await phoenix.page.locator(".entry-person", { hasText: "Leave it." }).waitFor();
  await phoenix.goesOn("I am a recording").waitFor();
  await expect(phoenix.received(openingEdit)).resolves.toEqual([stopped("edit_prompt_instance", openingEdit)]);
  await expect(phoenix.page.getByLabel("Message to the agent").inputValue()).resolves.toBe("");
});
