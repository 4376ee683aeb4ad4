import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages, type Playground } from "./playground.ts";

const open = demoPages();

/** Moves the focus as a person does until it is on the control with this name. */
async function tabTo({ page }: Playground, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    if ((await focused(page)).name === name) return;
  }
  throw new Error(`The focus never reached "${name}".`);
}

const focused = (page: Playground["page"]) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return {
      name: element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "",
      call: element?.getAttribute("data-call"),
      tag: element?.tagName,
      outline: element === null ? "none" : getComputedStyle(element).outlineStyle,
    };
  });

describe("with the keyboard alone", () => {
  test("a person asks, edits and accepts", async () => {
    const playground = await open();
    const { page } = playground;
    await tabTo(playground, "Rewrite a line in B");
    expect(await focused(page)).toMatchObject({ tag: "BUTTON", outline: "solid" });
    const before = await playground.ids();
    await page.keyboard.press("Enter");
    await playground.button("2 proposals wait for you").waitFor();
    const id = (await playground.ids()).find((known) => !before.includes(known)) ?? "";

    await tabTo(playground, "2 proposals wait for you", "Shift+Tab");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toMatchObject({ call: openingCall });
    await tabTo(playground, "Reject");
    await page.keyboard.press("Enter");
    await playground.reaches(openingCall, "rejected");
    await page.waitForFunction((call) => document.activeElement?.getAttribute("data-call") === call, openingCall);

    await tabTo(playground, "Edit");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Typed, not clicked.");
    await playground.card(id).locator(".countersign-diff-added", { hasText: "Typed, not clicked." }).waitFor();
    await page.keyboard.press("Control+Enter");
    await playground.reaches(id, "accepted");
    await page.waitForFunction((call) => document.activeElement?.getAttribute("data-call") === call, id);
    await page.getByRole("status").filter({ hasText: "You changed the proposal and accepted it." }).waitFor();

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({ ...accepted(), edited: true });
    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
    await expect(playground.message(3).inputValue()).resolves.toBe("Typed, not clicked.");
  });

  test("closing and opening an editor keeps the focus on its button", async () => {
    const playground = await open();
    const { page } = playground;
    await playground.button("Close prompt A").focus();
    await page.keyboard.press("Enter");
    await playground.reaches(openingCall, "cancelled");
    expect((await focused(page)).name).toBe("Open prompt A");
    await page.keyboard.press("Enter");
    await playground.message(1).waitFor();
    expect((await focused(page)).name).toBe("Close prompt A");
    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
  });
});
