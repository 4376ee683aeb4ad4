import { describe, expect, test } from "vitest";
import { openingEdit, type Phoenix, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

/** Moves the focus as a person does until it is on the control with this name. */
async function tabTo({ page }: Phoenix, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press(key);
    if ((await focused(page)).name === name) return;
  }
  throw new Error(`The focus never reached "${name}".`);
}

const focused = (page: Phoenix["page"]) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return { name: element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "", outline: element === null ? "none" : getComputedStyle(element).outlineStyle };
  });

/** Lets the agent act without the person, whose focus stays where it is. */
const byScript = (phoenix: Phoenix, name: string): Promise<void> => phoenix.button(name).evaluate((button) => (button as HTMLButtonElement).click());

const isFocused = ({ page }: Phoenix, name: string): Promise<unknown> =>
  page.waitForFunction((wanted) => (document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim()) === wanted, name);

describe("with the keyboard alone", () => {
  test("a person goes to what waits, decides it, and hears what happened", async () => {
    const phoenix = await open();
    const { page } = phoenix;
    await tabTo(phoenix, "1 call waits for you");
    await page.keyboard.press("Enter");
    await phoenix.hasFocus(openingEdit);
    await tabTo(phoenix, "Accept");
    expect((await focused(page)).outline).toBe("solid");
    await page.keyboard.press("Enter");
    await phoenix.reaches(openingEdit, "answered");
    // The button is gone: the card has the focus.
    await phoenix.hasFocus(openingEdit);
    await page.getByRole("status").filter({ hasText: "Edit prompt. The person accepted the edit, and the prompt has it." }).waitFor();

    await tabTo(phoenix, "Remove C");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Remove prompt instance. Waiting for you." }).waitFor();
    await tabTo(phoenix, "Reject", "Shift+Tab");
    await page.keyboard.press("Space");
    await phoenix.reaches("call_2", "rejected");
    await phoenix.hasFocus("call_2");
  });

  test("the arrow keys go through the parts of the app, and the focus goes with them", async () => {
    const phoenix = await open();
    const { page } = phoenix;
    await tabTo(phoenix, "Prompts");
    await page.keyboard.press("ArrowRight");
    await isFocused(phoenix, "Tools");
    await phoenix.tool(1).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await isFocused(phoenix, "Evaluators");
    await expect(page.getByRole("tab", { selected: true }).allTextContents()).resolves.toEqual(["Evaluators"]);
  });

  test("closing and opening the playground keeps the focus on its button, and says so", async () => {
    const phoenix = await open();
    const { page } = phoenix;
    await phoenix.button("Close the playground").focus();
    await page.keyboard.press("Enter");
    await isFocused(phoenix, "Open the playground");
    await page.getByRole("status").filter({ hasText: "The playground is closed." }).waitFor();
    await page.keyboard.press("Enter");
    await isFocused(phoenix, "Close the playground");
    await phoenix.message(1).waitFor();
  });

  test("what the agent removes while the focus is in it does not take the focus with it", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Bypass").check();
    await phoenix.message(7).focus();
    await byScript(phoenix, "Remove C");
    await phoenix.instance(3).waitFor({ state: "detached" });
    await isFocused(phoenix, "Prompts");

    await phoenix.message(5).focus();
    await byScript(phoenix, "Insert, delete, reorder in B");
    await phoenix.message(5).waitFor({ state: "detached" });
    await isFocused(phoenix, "Add message");

    await phoenix.show("Tools");
    await phoenix.tool(2).focus();
    await byScript(phoenix, "Delete the weather of A");
    await phoenix.tool(2).waitFor({ state: "detached" });
    await isFocused(phoenix, "Provider of prompt A");
  });

  test("a deleted message leaves the focus beside where it was", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Delete message 2", { exact: true }).focus();
    await phoenix.page.keyboard.press("Enter");
    await phoenix.message(2).waitFor({ state: "detached" });
    await isFocused(phoenix, "Add message");
  });
});

test("the two pages lead to each other", async () => {
  const phoenix = await open();
  await phoenix.page.getByRole("link", { name: "Tools of your own" }).click();
  await phoenix.page.getByRole("heading", { name: "Answers received by the agent" }).waitFor();
  await phoenix.page.getByRole("link", { name: "In an app like Phoenix" }).click();
  await phoenix.reaches(openingEdit, "failed");
});
