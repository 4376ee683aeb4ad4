import { describe, expect, test } from "vitest";
import { accepted, demoPages, type Playground } from "./playground.ts";

const open = demoPages();

const editor = ({ page }: Playground) => page.getByLabel("The tools of prompt A, as JSON");

async function toolsOf(playground: Playground): Promise<readonly { readonly name: string; readonly description?: string; readonly parameters?: unknown }[]> {
  return JSON.parse(await editor(playground).inputValue()) as readonly { name: string }[];
}

const names = async (playground: Playground) => (await toolsOf(playground)).map(({ name }) => name);

const said = (playground: Playground, id: string) =>
  playground.card(id).getByRole("list", { name: "What changes in the tools" }).getByRole("listitem").allInnerTexts();

describe("a change of a prompt's tools", () => {
  test("is said tool by tool and shown as the editor shows it, then accepted", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Change tools of A");
    await playground.card(id).getByRole("heading", { name: "Edit tools of prompt A" }).waitFor();
    const lines = (await said(playground, id)).map((line) => line.replaceAll(/\s+/g, " ").trim());
    expect(lines).toEqual([
      "~ find_order: description changed",
      "~ find_order: parameters/properties/limit/maximum changed from 3 to 10",
      "+ find_order: parameters/required/1 added",
      "− track_parcel removed",
      "+ get_weather added",
    ]);
    await expect(playground.change(id)).resolves.toContain('    "name": "get_weather",');
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(id)).resolves.toMatchObject([{ output: { ...accepted(), instanceId: 1 } }]);
    await expect(names(playground)).resolves.toEqual(["find_order", "issue_refund", "get_weather"]);
    await playground.card(id).getByText("The list of tools was changed as shown.").waitFor();
  });

  test("is rejected, and nothing changes", async () => {
    const playground = await open();
    const before = await editor(playground).inputValue();
    const [id = ""] = await playground.ask("Change tools of A");
    await playground.press(id, "Reject");
    await playground.reaches(id, "rejected");
    await expect(editor(playground).inputValue()).resolves.toBe(before);
    await expect(playground.received(id)).resolves.toMatchObject([{ output: { status: "rejected" } }]);
  });

  test("is taken in part", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Change tools of A");
    const card = playground.card(id);
    await card.getByRole("checkbox", { name: "track_parcel removed" }).uncheck();
    await card.getByRole("checkbox", { name: "maximum changed" }).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await card.getByText("You changed this").waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(names(playground)).resolves.toEqual(["find_order", "issue_refund", "track_parcel", "get_weather"]);
    await expect(toolsOf(playground)).resolves.toMatchObject([
      {
        description: "Looks up an order by number or by e-mail address.",
        parameters: { properties: { limit: { maximum: 3 } }, required: ["query", "limit"] },
      },
      {},
      {},
      {},
    ]);
    await expect(playground.received(id)).resolves.toMatchObject([{ output: { ...accepted(), edited: true } }]);
  });

  test("that only changes the order of keys says so", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Reorder tool keys");
    await playground.card(id).getByText("Only the order of keys changes. No value does.").waitFor();
    await expect(playground.card(id).getByRole("checkbox").count()).resolves.toBe(0);
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
  });

  test("waits over a reload, is shown anew when the person edits the tools, and ends with their editor", async () => {
    const playground = await open();
    const { page } = playground;
    const [id = ""] = await playground.ask("Change tools of A");
    await playground.reaches(id, "pending");
    const tools = await editor(playground).inputValue();
    await editor(playground).fill(tools.replace("in cents.", "in euros."));
    await page.reload();
    await playground.reaches(id, "pending");
    await expect(editor(playground).inputValue()).resolves.toContain("in euros.");
    await playground.card(id).getByText("The list of tools has changed since this was shown.").waitFor();
    await playground.press(id, "Show the change again");
    await playground.card(id).getByText("please look again").waitFor();
    await playground.button("Close tools of prompt A").click();
    await playground.reaches(id, "cancelled");
    await expect(playground.received(id)).resolves.toMatchObject([{ state: "output-error" }]);
  });
});

describe("the editor of a prompt's tools", () => {
  test("says what is no list of tools, and leaves the tools as they were", async () => {
    const playground = await open();
    const before = await editor(playground).inputValue();
    await editor(playground).fill(`${before},`);
    await playground.page.getByText("This is not JSON.").waitFor();
    await editor(playground).fill('[{"name": "a"}, {"name": "a"}]');
    await playground.page.getByText("Each tool needs a name of its own.").waitFor();
    await playground.page.reload();
    await expect(editor(playground).inputValue()).resolves.toBe(before);
  });
});
