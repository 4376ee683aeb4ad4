import { describe, expect, test } from "vitest";
import { accepted, demoPages, type Playground } from "./playground.ts";

const open = demoPages();

const changed = (playground: Playground, id: string, row: number) => playground.card(id).locator(`tbody[data-row="${row}"]`);

const cells = (playground: Playground, row: number) => playground.row(row).getByRole("cell").allTextContents();

const order = ({ page }: Playground) => page.getByRole("table", { name: "Dataset: Ticket titles" }).locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));

describe("a change of dataset rows", () => {
  test("shows the rows that change and no other, with what happens to each, and is written as shown", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Tidy dataset rows");
    const card = playground.card(id);
    await card.getByRole("heading", { name: "Edit dataset Ticket titles" }).waitFor();
    await card.getByText("2 rows changed, 1 added, 1 removed, 1 moved.").waitFor();
    const titles = await card.locator(".row-title").allInnerTexts();
    expect(titles.map((title) => title.replaceAll(/\s+/g, " ").trim()).toSorted()).toEqual([
      "+ Row 9 added",
      "~ Row 3 changed",
      "~ Row 4 changed",
      "↕ Row 7 moved from place 7 to 1",
      "− Row 6 removed",
    ]);
    await expect(changed(playground, id, 3).locator("ins").allTextContents()).resolves.toEqual(expect.arrayContaining([expect.stringContaining("indoors")]));
    await card.getByText("As text").click();
    await card.getByRole("group", { name: "Change, line by line" }).waitFor();
    await expect(playground.change(id)).resolves.toContain('    "expected": "Sleeping bag charged twice"');

    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(order(playground)).resolves.toEqual(["7", "1", "2", "3", "4", "5", "8", "9"]);
    await expect(cells(playground, 4)).resolves.toEqual(["I was charged twice for one sleeping bag.", "Sleeping bag charged twice"]);
    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({ ...accepted(), datasetId: 1, rows: 8 });
    expect(answer?.output).not.toHaveProperty("edited");
  });

  test("is taken in part: one cell of a row, by the keyboard", async () => {
    const playground = await open();
    const { page } = playground;
    const [before] = await cells(playground, 3);
    const [id = ""] = await playground.ask("Tidy dataset rows");
    const card = playground.card(id);
    await card.getByRole("checkbox", { name: "All rows" }).focus();
    await page.keyboard.press("Space");
    await card.getByText("0 of 6 changes ticked").waitFor();
    await card.getByRole("checkbox", { name: "expected of row 3" }).focus();
    await page.keyboard.press("Space");
    await expect(card.getByRole("checkbox", { name: "Row 3 changed" }).evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).resolves.toBe(true);
    await card.getByRole("button", { name: "Keep the ticked changes" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Kept 1 of 6 changes." }).waitFor();
    await card.getByText("1 row changed.").waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    await expect(cells(playground, 3)).resolves.toEqual([before, "Leaking stove, asks if it is safe indoors"]);
    await expect(order(playground)).resolves.toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    await expect(playground.received(id)).resolves.toMatchObject([
      {
        output: {
          ...accepted(),
          edited: true,
          input: { operations: [{ type: "update_row", id: 3, cells: { expected: "Leaking stove, asks if it is safe indoors" } }] },
        },
      },
    ]);
  });

  test("is taken in part: rows that move, come and go, each alone", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Tidy dataset rows");
    const card = playground.card(id);
    for (const name of ["Row 3 changed", "Row 4 changed", "Row 6 removed"]) await card.getByRole("checkbox", { name }).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await card.getByText("1 row added, 1 moved.").waitFor();
    await playground.page.reload();
    await card.getByText("1 row added, 1 moved.").waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(order(playground)).resolves.toEqual(["7", "1", "2", "3", "4", "5", "6", "8", "9"]);
    await playground.page.reload();
    await playground.row(9).waitFor();
    await expect(order(playground)).resolves.toEqual(["7", "1", "2", "3", "4", "5", "6", "8", "9"]);
  });

  test("whose dataset changes meanwhile is shown anew, and ends with its panel", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Tidy dataset rows");
    await playground.button("A colleague edits Ticket titles").click();
    await playground.card(id).getByText("The dataset has changed since this was shown.").waitFor();
    await playground.press(id, "Accept");
    await playground.card(id).getByText("please look again").waitFor();
    await playground.reaches(id, "pending");
    await playground.button("Close dataset Ticket titles").click();
    await playground.reaches(id, "cancelled");
    await expect(playground.received(id)).resolves.toMatchObject([{ state: "output-error" }]);
  });

  test("of 2,000 rows draws some of those that change, and more when asked", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Many rows");
    const card = playground.card(id);
    await card.getByText("40 rows changed.").waitFor();
    await expect(card.locator(".row-title").count()).resolves.toBe(20);
    await card.getByRole("button", { name: "Show more of 40 changed rows" }).click();
    await expect(card.locator(".row-title").count()).resolves.toBe(40);
    await card.getByRole("checkbox", { name: "Row 1026 changed" }).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await card.getByText("39 rows changed.").waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(id)).resolves.toMatchObject([{ output: { ...accepted(), rows: 2_000, edited: true } }]);
  });
});
