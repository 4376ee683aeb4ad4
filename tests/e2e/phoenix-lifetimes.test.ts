import { describe, expect, test } from "vitest";
import { approval, openingEdit, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

describe("closing the playground", () => {
  test("cancels what waits for it, with its reason, and nothing else", async () => {
    const phoenix = await open();
    const removal = await phoenix.propose("Remove C");
    const save = await phoenix.propose("Save A");
    const load = await phoenix.propose("Load Opening hours");
    await phoenix.show("Tools");
    const tools = await phoenix.propose("Delete the weather of A");
    await phoenix.show("Annotation configs");
    const config = await phoenix.propose("Make a config");
    await phoenix.show("Prompts");
    await phoenix.button("Close the playground").click();

    const cancelled = [openingEdit, removal, save, load, tools] as const;
    for (const id of cancelled) await phoenix.reaches(id, "interrupted");
    const answers = await Promise.all(cancelled.map((id) => phoenix.received(id)));
    const of = (tool: string, toolCallId: string, errorText: string) => [{ state: "output-error", tool, toolCallId, errorText, outcome: "interrupted" }];
    expect(answers).toEqual([
      of("edit_prompt_instance", openingEdit, "Nothing was changed: the prompt editor was closed before the edit was decided."),
      of("remove_prompt_instance", removal, "Nothing was removed: the prompt editor was closed before this was decided."),
      of("save_prompt", save, "Nothing was saved: the prompt editor was closed before this was decided."),
      of("load_dataset", load, "Nothing was loaded: the playground was closed before this was decided."),
      of("write_prompt_tools", tools, "Nothing was changed: the playground was closed before the tools were decided."),
    ]);
    await phoenix.reaches(config, "pending");
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    await phoenix.press(config, "Accept");
    await phoenix.reaches(config, "answered");
  });

  test("leaves calls to be answered with what to open; opened again, they wait", async () => {
    const phoenix = await open();
    await phoenix.button("Close the playground").click();
    await phoenix.reaches(openingEdit, "interrupted");
    const [edit = ""] = await phoenix.record("Edit prompt A");
    await phoenix.show("Tools");
    const [tools = ""] = await phoenix.record("Delete the weather of A");
    await expect(Promise.all([edit, tools].map((id) => phoenix.received(id)))).resolves.toMatchObject([
      [{ state: "output-error", errorText: "The playground prompt editor is not open. Ask the person to open it, then call again." }],
      [{ state: "output-error", errorText: "The playground is not open. Ask the person to open it, then call again." }],
    ]);

    await phoenix.button("Open the playground").click();
    const id = await phoenix.propose("Delete the weather of A");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await expect(Promise.all([openingEdit, edit, tools, id].map((call) => phoenix.count(call)))).resolves.toEqual([1, 1, 1, 1]);
  });

  test("while a write runs leaves its answer to it", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Save A");
    const hold = phoenix.page.getByLabel("The server does not answer yet");
    await hold.check();
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "working");
    await phoenix.button("Close the playground").click();
    await phoenix.reaches(openingEdit, "interrupted");
    await hold.uncheck();
    await phoenix.reaches(id, "answered");
    await expect(phoenix.received(id)).resolves.toMatchObject([{ output: { status: "saved", ...approval("accepted") } }]);
  });
});

describe("bypass", () => {
  test("writes without asking, and says so; what waits goes on waiting", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Bypass").check();
    const [id = ""] = await phoenix.record("Remove C");
    await phoenix.reaches(id, "answered");
    await phoenix.instance(3).waitFor({ state: "detached" });
    await expect(phoenix.received(id)).resolves.toMatchObject([
      {
        output: {
          status: "removed",
          acceptedBy: "auto",
          message: "The instance was removed without asking, as the person allows.",
          ...approval("accepted", "auto"),
        },
      },
    ]);
    await phoenix.card(id).getByText("Auto-approved").waitFor();
    await phoenix.reaches(openingEdit, "pending");

    await phoenix.page.getByLabel("Ask me", { exact: true }).check();
    await phoenix.propose("Save A");
  });

  test("answers what can't be written with why", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Bypass").check();
    const [id = ""] = await phoenix.record("Edit from an old revision");
    await phoenix.reaches(id, "failed");
    await expect(phoenix.received(id)).resolves.toHaveLength(1);
  });
});
