import { describe, expect, test } from "vitest";
import { accepted, demoPages, openingCall, type Playground } from "./playground.ts";

const open = demoPages();

const colleaguesLine = "The team is there from 08:00 to 20:00.";
const drift = "The prompt has changed since this was shown.";
const lookAgain = "Changed since: please look again.";

/** Accepts what is shown, and checks the one answer. */
async function acceptOnce(playground: Playground, toolCallId: string): Promise<void> {
  await playground.press(toolCallId, "Accept");
  await playground.reaches(toolCallId, "accepted");
  await expect(playground.received(toolCallId)).resolves.toMatchObject([{ output: accepted() }]);
  await expect(playground.count(toolCallId)).resolves.toBe(1);
}

describe("a change whose prompt has changed since it was shown", () => {
  test("says so, is shown anew by the keyboard, and is then accepted", async () => {
    const playground = await open();
    const { page } = playground;
    const card = playground.card(openingCall);
    await expect(card.getByText(drift).count()).resolves.toBe(0);
    await playground.button("A colleague edits A").click();
    await card.getByText(drift).waitFor();
    await page.getByRole("status").filter({ hasText: drift }).waitFor();
    await expect(playground.change(openingCall)).resolves.not.toContain(colleaguesLine);

    await card.focus();
    await page.keyboard.press("Tab");
    while (!(await card.getByRole("button", { name: "Show the change again" }).evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await card.getByText(lookAgain).waitFor();
    await card.getByText(drift).waitFor({ state: "detached" });
    await playground.hasFocus(openingCall);
    // The edit puts its whole text in the message's place: only now can it be seen that this takes the new line away.
    await expect(playground.change(openingCall)).resolves.toContain(colleaguesLine);

    await acceptOnce(playground, openingCall);
    await card.getByText(lookAgain).waitFor({ state: "detached" });
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 45 days");
  });

  test("is shown anew when it is accepted, also by a double click or two key presses, and nothing is written unseen", async () => {
    const playground = await open();
    const card = playground.card(openingCall);
    await playground.button("A colleague edits A").click();
    const changed = await playground.message(1).inputValue();
    await card.getByRole("button", { name: "Accept", exact: true }).dblclick();
    await card.getByText(lookAgain).waitFor();
    await expect(playground.message(1).inputValue()).resolves.toBe(changed);
    await playground.reaches(openingCall, "pending");
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await expect(playground.change(openingCall)).resolves.toContain(colleaguesLine);

    await playground.button("A colleague edits A").click();
    await card.getByText(drift).waitFor();
    await card.getByText(lookAgain).waitFor({ state: "detached" });
    await card.getByRole("button", { name: "Accept", exact: true }).focus();
    for (let press = 0; press < 2; press += 1) await playground.page.keyboard.press("Enter");
    await card.getByText(lookAgain).waitFor();
    await playground.hasFocus(openingCall);
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await expect(playground.change(openingCall)).resolves.not.toContain(colleaguesLine);
    await acceptOnce(playground, openingCall);
  });

  test("is written slowly from what was shown anew", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    await playground.button("A colleague edits A").click();
    await playground.press(openingCall, "Accept");
    await playground.card(openingCall).getByText(lookAgain).waitFor();
    await acceptOnce(playground, openingCall);
  });

  test("that does not fit any more says why, and is accepted when it is edited to fit", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    const card = playground.card(id);
    await playground.button("Delete message 3").click();
    await playground.press(id, "Show the change again");
    await card.getByRole("alert").filter({ hasText: "There is no message 3." }).waitFor();
    await expect(card.getByText(lookAgain).count()).resolves.toBe(0);
    await expect(card.getByRole("button", { name: "Accept", exact: true }).isDisabled()).resolves.toBe(true);

    await playground.press(id, "Edit");
    await card.getByRole("button", { name: "As JSON" }).click();
    const field = card.getByLabel("The whole input");
    await field.fill((await field.inputValue()).replace('"messageId": 3', '"messageId": 7'));
    await card.getByRole("alert").waitFor({ state: "detached" });
    await acceptOnce(playground, id);
    await expect(playground.message(7).inputValue()).resolves.toContain("Name the product");
  });

  test("is still marked after a reload", async () => {
    const playground = await open();
    await playground.button("A colleague edits A").click();
    await playground.page.reload();
    const card = playground.card(openingCall);
    await card.getByText(drift).waitFor();
    await playground.press(openingCall, "Accept");
    await card.getByText(lookAgain).waitFor();
    await playground.page.reload();
    await card.getByText(lookAgain).waitFor();
    await acceptOnce(playground, openingCall);
  });
});
