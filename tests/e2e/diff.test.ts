import { describe, expect, test } from "vitest";
import { demoPages, openingCall } from "./playground.ts";

const open = demoPages();

describe("the change in a card", () => {
  test("is read by the keyboard alone: folded lines, the next change, the other view", async () => {
    const playground = await open();
    const { page } = playground;
    const card = playground.card(openingCall);
    const fold = card.getByRole("button", { name: /unchanged lines/ }).first();
    const lines = card.locator(".countersign-diff-row");
    const folded = await lines.count();
    await card.focus();
    for (let step = 0; step < 10 && !(await fold.evaluate((button) => button === document.activeElement)); step += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(fold.getAttribute("aria-expanded")).resolves.toBe("true");
    await expect(lines.count()).resolves.toBeGreaterThan(folded + 50);
    await expect(lines.first().getByRole("cell").allTextContents()).resolves.toEqual(["1", "1", "role: system"]);

    const region = card.getByRole("group", { name: "Change, line by line" });
    for (const change of [1, 2]) {
      await page.keyboard.press("n");
      const focused = page.locator(":focus");
      await expect(focused.getAttribute("data-hunk")).resolves.toBe(String(change - 1));
      await card.getByRole("checkbox", { name: new RegExp(`^Change ${change} of 3`) }).and(focused).waitFor();
      const [row, view] = await Promise.all([focused.boundingBox(), region.boundingBox()]);
      expect(row?.y).toBeGreaterThanOrEqual(view?.y ?? Infinity);
      expect(row?.y).toBeLessThan((view?.y ?? 0) + (view?.height ?? 0));
    }

    await page.getByRole("radio", { name: "Unified" }).focus();
    await page.keyboard.press("ArrowRight");
    const row = card.getByRole("row").filter({ has: page.locator("del") }).first();
    await expect(row.locator("del").count()).resolves.toBeGreaterThan(0);
    await expect(row.locator("ins").count()).resolves.toBeGreaterThan(0);
    await expect(fold.getAttribute("aria-expanded")).resolves.toBe("true");
  });

  test("is copied as the text that it is: no numbers, signs or spoken words, and one side of two", async () => {
    const playground = await open();
    const { page } = playground;
    const card = playground.card(openingCall);
    const selected = () =>
      card.evaluate((element) => {
        const [first, second] = [...element.querySelectorAll(".countersign-diff-row")].slice(0, 4).flatMap((row, index) => (index % 3 === 0 ? [row] : []));
        const selection = getSelection();
        if (first === undefined || second === undefined || selection === null) return "";
        selection.setBaseAndExtent(first, 0, second, second.childNodes.length);
        return selection.toString();
      });
    await expect(selected()).resolves.toBe("\n# 5. Returns\n\nCustomers may return unused items within 30 days of delivery, free of charge.");
    await page.getByRole("radio", { name: "Split" }).check();
    await card.locator("ins").first().dispatchEvent("mousedown");
    await expect(selected()).resolves.toBe("\n# 5. Returns\n\nCustomers may return unused items within 45 days of delivery, free of charge.");
  });
});
