import { describe, expect, test } from "vitest";
import { accepted, demoPages, openingCall, type Playground } from "./playground.ts";

const open = demoPages();

const again = "Accept, and the same again without asking";

const list = ({ page }: Playground, count: number) =>
  page.locator(".grants > summary").getByText(`Allowed without asking (${count})`);

/** Asks for the other of the two lines, which is not allowed, and accepts it. */
async function takeBack(playground: Playground): Promise<void> {
  const [id = ""] = await playground.ask("Rewrite a line in B");
  await playground.reaches(id, "pending");
  await playground.press(id, "Accept");
  await playground.reaches(id, "accepted");
}

describe("a call that a person allows for the next times too", () => {
  test("runs without asking when it comes again, until that is revoked", async () => {
    const playground = await open();
    const { page } = playground;
    const [first = ""] = await playground.ask("Rewrite a line in B");
    const button = playground.card(first).getByRole("button", { name: again });
    await button.focus();
    await page.keyboard.press("Enter");
    await playground.reaches(first, "accepted");
    await playground.hasFocus(first);
    await list(playground, 1).waitFor();
    await expect(playground.received(first)).resolves.toMatchObject([{ output: accepted() }]);

    await takeBack(playground);
    const [same = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(same, "accepted");
    await playground.card(same).getByText("because you allowed the same before").waitFor();
    await expect(playground.received(same)).resolves.toMatchObject([{ output: accepted("auto") }]);
    await expect(playground.message(3).inputValue()).resolves.toContain("Name the product");
    await playground.reaches(openingCall, "pending");

    await list(playground, 1).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Edit prompt B: Changes message 3. Only with exactly this content: “Name the product").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await list(playground, 0).waitFor();
    await expect(list(playground, 0).evaluate((summary) => summary === document.activeElement)).resolves.toBe(true);

    await takeBack(playground);
    const [asks = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(asks, "pending");
    await expect(playground.count(asks)).resolves.toBe(0);
  });

  test("is not allowed by an accept that showed it anew", async () => {
    const playground = await open();
    await playground.button("A colleague edits A").click();
    await playground.press(openingCall, again);
    await playground.card(openingCall).getByText("please look again").waitFor();
    await list(playground, 0).waitFor();
    await playground.press(openingCall, again);
    await playground.reaches(openingCall, "accepted");
    await list(playground, 1).waitFor();
    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
  });

  test("has to be allowed again after a reload", async () => {
    const playground = await open();
    await playground.press(openingCall, again);
    await list(playground, 1).waitFor();
    await playground.page.getByLabel("Bypass").check();
    await playground.page.reload();
    await list(playground, 0).waitFor();
    await expect(playground.page.getByLabel("Ask me").isChecked()).resolves.toBe(true);
  });
});

describe("bypass that is turned on while calls wait", () => {
  test("leaves them, and accepts them when the person says so", async () => {
    const playground = await open();
    const { page } = playground;
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "pending");
    await page.getByLabel("Ask me").focus();
    await page.keyboard.press("ArrowRight");
    await playground.button("Also accept the 2 that wait").waitFor();
    for (const call of [openingCall, id]) await playground.reaches(call, "pending");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    for (const call of [openingCall, id]) {
      await playground.reaches(call, "accepted");
      await expect(playground.received(call)).resolves.toMatchObject([{ output: accepted("auto") }]);
    }
    await playground.button("Also accept the 2 that wait").waitFor({ state: "detached" });
    await expect(page.getByLabel("Bypass").evaluate((radio) => radio === document.activeElement)).resolves.toBe(true);
  });

  test("writes nothing that is not what was shown", async () => {
    const playground = await open();
    await playground.button("A colleague edits A").click();
    const changed = await playground.message(1).inputValue();
    await playground.page.getByLabel("Bypass").check();
    await playground.button("Also accept the 1 that waits").click();
    await playground.reaches(openingCall, "stale");
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ state: "output-error" }]);
    await expect(playground.message(1).inputValue()).resolves.toBe(changed);
  });
});
