import { describe, expect, test } from "vitest";
import { accepted, demoPages, openingCall, type Playground } from "./playground.ts";

const open = demoPages();

const days = "unused items within 45 days";
const offer = "Offer a replacement or a refund, whichever the customer prefers.";
const refunds = "Refunds take 3 to 5 working days";

const hunk = (playground: Playground, toolCallId: string, number: number) =>
  playground.card(toolCallId).getByRole("checkbox", { name: new RegExp(`^Change ${number} of`) });

const spoken = ({ page }: Playground, text: string) => page.getByRole("status").filter({ hasText: text });

/** Proposes these operations for prompt B and returns the id of the call. */
async function sendEdit(playground: Playground, operations: readonly object[]): Promise<string> {
  const expectedRevision = await playground.page.locator('[data-prompt="2"] .revision').textContent();
  return playground.send(JSON.stringify({ toolName: "edit_prompt_instance", input: { instanceId: 2, expectedRevision, operations } }));
}

describe("a part of a proposed change", () => {
  test("is taken by the keyboard: two hunks of three are shown, written, and told as the person's own", async () => {
    const playground = await open();
    const { page } = playground;
    const card = playground.card(openingCall);
    await expect(card.getByRole("checkbox", { name: /^Change/ }).count()).resolves.toBe(3);
    await hunk(playground, openingCall, 2).focus();
    await page.keyboard.press("Space");
    await card.getByText("2 of 3 changes ticked").waitFor();
    const keep = card.getByRole("button", { name: "Keep the ticked changes" });
    for (let step = 0; step < 20 && !(await keep.evaluate((button) => button === document.activeElement)); step += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    await spoken(playground, "Kept 2 of 3 changes. Nothing is written yet.").waitFor();
    await card.getByText("Waiting, changed by you").waitFor();
    await card.getByRole("group", { name: "Take a part of the change" }).evaluate((bar) => {
      if (bar !== document.activeElement) throw new Error("The focus is lost.");
    });
    const shown = (await playground.change(openingCall)).join("\n");
    expect(shown).toContain(days);
    expect(shown).toContain(refunds);
    expect(shown).not.toContain(offer);
    await expect(playground.count(openingCall)).resolves.toBe(0);

    await page.keyboard.press("Control+Enter");
    await playground.reaches(openingCall, "accepted");
    const written = await playground.message(1).inputValue();
    expect(written).toContain(days);
    expect(written).toContain("Offer a replacement first, a refund second, a discount last.");
    expect(written).toContain(refunds);
    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({
      ...accepted(),
      edited: true,
      difference: [{ op: "replace", path: "/operations/0/content", value: written }],
    });
  });

  test("is not written before it is kept, and all of it can be shown again", async () => {
    const playground = await open();
    const card = playground.card(openingCall);
    await hunk(playground, openingCall, 1).uncheck();
    await playground.press(openingCall, "Accept");
    await card.getByRole("alert").getByText("Keep the ticked changes first").waitFor();
    await playground.reaches(openingCall, "pending");

    await playground.press(openingCall, "Keep the ticked changes");
    await card.getByRole("checkbox", { name: /^Change 2 of 2/ }).waitFor();
    await playground.page.reload();
    await card.getByText("You changed this").waitFor();
    await playground.press(openingCall, "Show all proposed changes again");
    await spoken(playground, "All proposed changes are shown again.").waitFor();
    await card.getByRole("checkbox", { name: /^Change 3 of 3/ }).waitFor();
    await playground.hasFocus(openingCall);
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted());
    expect(answer?.output).not.toHaveProperty("edited");
  });

  test("is something: nothing at all is a reject", async () => {
    const playground = await open();
    const card = playground.card(openingCall);
    await card.getByRole("checkbox", { name: "All changes" }).uncheck();
    await playground.press(openingCall, "Keep the ticked changes");
    await card.getByRole("alert").getByText("reject the proposal").waitFor();
    await expect(card.getByText("You changed this").count()).resolves.toBe(0);
  });

  test("keeps the line ends of its message", async () => {
    const playground = await open();
    const shown = await playground.message(4).inputValue();
    const content = shown.replace("Fernhill team", "The Fernhill team").replaceAll("\n", "\r\n");
    const id = await sendEdit(playground, [
      { type: "update_message", messageId: 3, content: "A title of six words." },
      { type: "update_message", messageId: 4, content },
    ]);
    await hunk(playground, id, 1).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await playground.card(id).getByText("You changed this").waitFor();
    await playground.press(id, "Accept");
    await expect(playground.received(id)).resolves.toMatchObject([{ output: { input: { operations: [{ messageId: 4, content }] } } }]);
    await playground.page.getByText("CRLF", { exact: true }).waitFor();
  });

  test("that no operations of the call make is refused, with why, and the call goes on waiting", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Insert, delete, reorder in B");
    const card = playground.card(id);
    const boxes = card.getByRole("checkbox", { name: /^Change \d/ });
    await expect(boxes.count()).resolves.toBeGreaterThan(1);
    await boxes.first().uncheck();
    await playground.press(id, "Keep the ticked changes");
    await card.getByRole("alert").getByText("These changes only go together").waitFor();
    await playground.reaches(id, "pending");
    await boxes.first().check();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
  });

  test("does not make a copied message the content of another one", async () => {
    const playground = await open();
    const content = (await playground.message(4).inputValue()).replaceAll("\n", "\r\n");
    // Without the removal of message 5 from its old place, the text could be read as a longer message 4.
    const id = await sendEdit(playground, [
      { type: "update_message", messageId: 4, content },
      { type: "reorder_messages", messageIds: [3, 5, 4, 6, 7] },
    ]);
    await hunk(playground, id, 2).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await playground.card(id).getByRole("alert").getByText("These changes only go together").waitFor();
  });

  test.each([
    { left: 1, taken: { type: "insert_message", afterMessageId: 7, role: "ai", content: "Late parcel" } },
    { left: 2, taken: { type: "update_message", messageId: 3, content: "A title of six words." } },
  ])("is one operation of two: without change $left", async ({ left, taken }) => {
    const playground = await open();
    const id = await sendEdit(playground, [
      { type: "update_message", messageId: 3, content: "A title of six words." },
      { type: "insert_message", afterMessageId: 7, role: "ai", content: "Late parcel" },
    ]);
    await hunk(playground, id, left).uncheck();
    await playground.press(id, "Keep the ticked changes");
    await playground.card(id).getByText("You changed this").waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({ ...accepted(), edited: true, input: { operations: [taken] } });
  });
});
