import { describe, expect, test } from "vitest";
import { approval, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();
const revision: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

/** What the editors of an instance show, in order. */
const shown = (phoenix: Awaited<ReturnType<typeof open>>, instance: number): Promise<readonly string[]> =>
  phoenix.instance(instance, "tools").getByRole("textbox").evaluateAll((all) => all.map((text) => (text as HTMLTextAreaElement).value));

const trains = { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, day: { type: "string", format: "date" } }, required: ["from", "to"] };
const forecast = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const about = { trains: "Lists the trains between two stations on a day.", weather: "Gives the forecast for a place." };

describe("a write of a prompt's tools", () => {
  test("shows them as the editor does; accepted, it is written with the ids that were shown", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const id = await phoenix.propose("Add and change tools of A");
    await expect(phoenix.card(id).locator(".card-note").textContent()).resolves.toBe("Added find_huts, changed find_trains.");
    const change = await phoenix.change(id);
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");

    const [changed = "", untouched, created = ""] = await shown(phoenix, 1);
    expect(JSON.parse(changed)).toMatchObject({ type: "function", function: { name: "find_trains", description: about.trains, parameters: { required: ["from", "to", "day"] } } });
    expect(untouched).toBe(json({ type: "function", function: { name: "get_weather", description: about.weather, parameters: forecast, strict: true } }));
    for (const line of created.split("\n")) expect(change).toContain(line);
    await expect(phoenix.received(id)).resolves.toEqual([
      {
        state: "output-available",
        tool: "write_prompt_tools",
        toolCallId: id,
        output: {
          status: "accepted",
          acceptedBy: "user",
          instanceId: 1,
          results: [
            { status: "updated", toolId: 1 },
            { status: "created", toolId: 5 },
          ],
          deletedToolIds: [],
          revision,
          message: "The person accepted the change, and the tools have it.",
          ...approval("accepted"),
        },
      },
    ]);
    await phoenix.tool(5).waitFor();
  });

  test("rejected, the tools are as they were", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const before = await shown(phoenix, 1);
    const id = await phoenix.propose("Delete the weather of A");
    await expect(phoenix.card(id).locator(".card-note").textContent()).resolves.toBe("Removed get_weather.");
    await phoenix.press(id, "Reject");
    await phoenix.reaches(id, "rejected");
    await expect(shown(phoenix, 1)).resolves.toEqual(before);
    await expect(phoenix.received(id)).resolves.toEqual([
      {
        state: "output-available",
        tool: "write_prompt_tools",
        toolCallId: id,
        output: {
          status: "rejected",
          instanceId: 1,
          message: "The person rejected the change. The tools are as they were: ask what to do differently.",
          ...approval("rejected"),
        },
      },
    ]);
  });

  test.for([
    ["OPENAI", json({ type: "function", function: { name: "find_trains", description: about.trains, parameters: trains } })],
    ["ANTHROPIC", json({ name: "find_trains", description: about.trains, input_schema: trains })],
    ["GOOGLE", json({ name: "find_trains", description: about.trains, parameters: trains })],
    ["AWS", json({ toolSpec: { name: "find_trains", description: about.trains, inputSchema: { json: trains } } })],
  ] as const)("reads in the card as in the editor of %s", async ([provider, text]) => {
    const phoenix = await open();
    await phoenix.show("Tools");
    await phoenix.page.getByLabel("Provider of prompt A").selectOption(provider);
    await expect(phoenix.tool(1).inputValue()).resolves.toBe(text);
    const weather = await phoenix.tool(2).inputValue();
    const id = await phoenix.propose("Delete the weather of A");
    const removed = await phoenix.change(id);
    for (const line of weather.split("\n")) expect(removed).toContain(line);
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await expect(shown(phoenix, 1)).resolves.toEqual([text]);
  });

  test("that waits while the provider changes can't be accepted", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const id = await phoenix.propose("Add and change tools of A");
    await phoenix.page.getByLabel("Provider of prompt A").selectOption("ANTHROPIC");
    await phoenix.card(id).getByText("The prompt runs on Anthropic now; this was made for OpenAI").waitFor();
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "failed");
    await expect(shown(phoenix, 1)).resolves.toHaveLength(2);
    await expect(phoenix.received(id)).resolves.toEqual([
      {
        state: "output-error",
        tool: "write_prompt_tools",
        toolCallId: id,
        errorText: "Nothing was changed: the prompt's provider changed while this waited. Read the tools again, then propose again.",
      },
    ]);
  });

  test("that waits while the provider changes and changes back can be accepted", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const id = await phoenix.propose("Add and change tools of A");
    const provider = phoenix.page.getByLabel("Provider of prompt A");
    await provider.selectOption("GOOGLE");
    await provider.selectOption("OPENAI");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await expect(phoenix.count(id)).resolves.toBe(1);
  });

  test("of tools that a person has changed since is answered with that", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const id = await phoenix.propose("Add and change tools of A");
    const text = await phoenix.tool(2).inputValue();
    await phoenix.tool(2).fill(text.replace("Gives", "Tells"));
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "failed");
    await expect(phoenix.tool(2).inputValue()).resolves.toContain("Tells the forecast");
    await expect(phoenix.received(id)).resolves.toMatchObject([
      { errorText: "The prompt's tools have changed since you read them. Read them again, then propose again." },
    ]);
  });

  test("names what becomes of a forced tool", async () => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const renamed = await phoenix.propose("Rename the forced tool of B");
    await expect(phoenix.card(renamed).locator(".card-note").textContent()).resolves.toContain("forced tool choice now list_owned_gear");
    await phoenix.press(renamed, "Accept");
    await phoenix.reaches(renamed, "answered");
    await phoenix.instance(2, "tools").getByText("always list_owned_gear").waitFor();
    await expect(phoenix.received(renamed)).resolves.toMatchObject([{ output: { renamedToolChoiceTo: "list_owned_gear" } }]);

    const deleted = await phoenix.propose("Delete the forced tool of B");
    await expect(phoenix.card(deleted).locator(".card-note").textContent()).resolves.toContain("reset tool choice from list_owned_gear");
    await phoenix.press(deleted, "Accept");
    await phoenix.reaches(deleted, "answered");
    await phoenix.instance(2, "tools").getByText("as the model likes").waitFor();
    await expect(phoenix.received(deleted)).resolves.toMatchObject([{ output: { deletedToolIds: [3], resetToolChoiceFrom: "list_owned_gear" } }]);
  });

  test.for([
    ["Change a tool that is no function", "tools[0]: tool 4 is no function, and can't be edited here."],
    ["Write no tools at all", "The input of write_prompt_tools is not of its shape. Compare it with the tool's schema, then call again."],
  ] as const)("that can't be made is answered at once: %s", async ([label, errorText]) => {
    const phoenix = await open();
    await phoenix.show("Tools");
    const [id = ""] = await phoenix.record(label);
    await phoenix.reaches(id, "failed");
    await expect(phoenix.received(id)).resolves.toMatchObject([{ state: "output-error", errorText }]);
  });
});

test("what is typed into a tool's editor is the tool, and what is no tool is not", async () => {
  const phoenix = await open();
  await phoenix.show("Tools");
  await phoenix.tool(3).fill('{ "name": "list_gear" ');
  await phoenix.page.getByText("The agent still sees the tool as it was.").waitFor();
  await phoenix.tool(3).fill('{ "name": "list_boots" }');
  await phoenix.page.getByText("The agent still sees the tool as it was.").waitFor({ state: "detached" });
  const id = await phoenix.propose("Delete the forced tool of B");
  await expect(phoenix.card(id).locator(".card-note").textContent()).resolves.toBe("Removed list_boots.");
});
