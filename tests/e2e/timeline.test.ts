import { describe, expect, test } from "vitest";
import { demoPages, openingCall, type Playground } from "./playground.ts";

const open = demoPages();

const asked = ["Proposed by the agent", "Checked, and waits for a decision", "Shown to you"];

const summary = (playground: Playground, toolCallId: string) => playground.card(toolCallId).locator(".timeline > summary");

/** The steps, without their times, as soon as the last of them is this. */
async function steps(playground: Playground, toolCallId: string, last: string): Promise<readonly string[]> {
  const lines = playground.card(toolCallId).locator(".timeline li > span");
  await lines.last().filter({ hasText: last }).waitFor();
  return lines.allTextContents();
}

describe("the timeline of a call", () => {
  test("is opened by the keyboard, and goes on with what happens", async () => {
    const playground = await open();
    const { page } = playground;
    const list = playground.card(openingCall).locator(".timeline li");
    await expect(list.count()).resolves.toBe(0);
    await playground.card(openingCall).getByRole("button", { name: "Accept, and the same" }).focus();
    await page.keyboard.press("Tab");
    await expect(summary(playground, openingCall).evaluate((element) => element === document.activeElement)).resolves.toBe(true);
    await page.keyboard.press("Enter");
    await expect(steps(playground, openingCall, "Shown to you")).resolves.toEqual(asked);
    await expect(list.locator("time").first().textContent()).resolves.toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);

    await playground.press(openingCall, "Accept");
    await expect(steps(playground, openingCall, "The agent has the answer")).resolves.toEqual([
      ...asked,
      "Accepted, and handed on to be written",
      "Done",
      "The agent has the answer",
    ]);
    await summary(playground, openingCall).click();
    await list.first().waitFor({ state: "detached" });
  });

  test("has what a person typed as one step, and names the generation that is shown anew", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.press(id, "Edit");
    await playground.card(id).getByRole("textbox", { name: "Changes message 3." }).pressSequentially("Typed. ");
    await playground.button("A colleague edits B").click();
    await playground.press(id, "Show the change again");
    await summary(playground, id).click();
    await expect(steps(playground, id, "Shown to you generation 2")).resolves.toEqual([
      ...asked,
      "Changed by you",
      "To be shown anew: the prompt has changed generation 2",
      "Checked against the prompt as it is now generation 2",
      "Shown to you generation 2",
    ]);
  });

  test("begins with the reload after one", async () => {
    const playground = await open();
    await playground.page.reload();
    await playground.reaches(openingCall, "pending");
    await summary(playground, openingCall).click();
    await playground.press(openingCall, "Reject");
    await expect(steps(playground, openingCall, "The agent has the answer")).resolves.toEqual([
      "Restored after a reload, still waiting",
      "Rejected by you",
      "The agent has the answer",
    ]);
  });
});
