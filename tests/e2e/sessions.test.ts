import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages, type Playground } from "./playground.ts";

const open = demoPages();

/** How long the late call of the script is on the way, and what a person has to answer, in milliseconds. */
const late = 4_000;
const deadline = 30_000;

const start = Date.UTC(2030, 0, 1, 8);

/** Stops the page's clock, so that only the test lets its time pass. */
async function openStopped(): Promise<Playground> {
  const playground = await open((page) => page.clock.install({ time: start - 60_000 }));
  await playground.page.clock.pauseAt(start);
  return playground;
}

/** The one answer to a call that was not written. */
async function error(playground: Playground, toolCallId: string): Promise<string | undefined> {
  const [answer, ...others] = await playground.received(toolCallId);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ state: "output-error", tool: "edit_prompt_instance", toolCallId });
  return answer?.errorText;
}

describe("stopping the agent's turn", () => {
  test("cancels its calls and no others, and its late call is born cancelled", async () => {
    const playground = await openStopped();
    const { page } = playground;
    const [inA = ""] = await playground.ask("Both prompts, B later", 1, 3);
    await playground.reaches(inA, "pending");
    const before = await playground.ids();
    await playground.stop().click();
    await playground.reaches(inA, "cancelled");
    await playground.notes("You stopped the agent's turn").waitFor();

    await page.clock.runFor(late);
    const inB = await playground.only(before);
    await playground.reaches(inB, "cancelled");
    await playground.card(inB).getByText("you were not asked").waitFor();
    for (const id of [inA, inB]) {
      await expect(error(playground, id)).resolves.toBe("Nothing was changed: the person stopped this turn.");
      await expect(playground.card(id).locator(".badge").textContent()).resolves.toBe("Cancelled, stopped");
    }
    await playground.reaches(openingCall, "pending");
    await expect(playground.count(openingCall)).resolves.toBe(0);

    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ output: accepted() }]);
    for (const id of [inA, inB]) await expect(playground.count(id)).resolves.toBe(1);
  });

  test("by the keyboard takes the newest turn first, and keeps the focus", async () => {
    const playground = await open();
    const { page } = playground;
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "pending");
    await playground.card(id).getByRole("textbox").focus();
    await page.keyboard.press("Control+.");
    await playground.reaches(id, "cancelled");
    await page.waitForFunction((call) => document.activeElement?.getAttribute("data-call") === call, id);
    await playground.reaches(openingCall, "pending");

    await playground.stop().focus();
    await page.keyboard.press("Enter");
    await playground.reaches(openingCall, "cancelled");
    await playground.card(openingCall).getByText("while this waited").waitFor();
    await page.getByRole("status").filter({ hasText: "you stopped the agent's turn" }).waitFor();
    await expect(playground.stop().getAttribute("aria-disabled")).resolves.toBe("true");
    await expect(playground.stop().evaluate((button) => button === document.activeElement)).resolves.toBe(true);
    for (const call of [id, openingCall]) {
      await expect(error(playground, call)).resolves.toBe("Nothing was changed: the person stopped this turn.");
    }
  });

  test("stops a slow write of it before it writes", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "applying");
    await playground.stop().click();
    await playground.reaches(openingCall, "cancelled");
    await expect(error(playground, openingCall)).resolves.toBe("Nothing was changed: the person stopped this turn.");
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
  });
});

describe("the chat's queue", () => {
  test("shows each place while more than one waits, and who is decided moves the others up", async () => {
    const playground = await open();
    await expect(playground.place(openingCall).count()).resolves.toBe(0);
    const [inA = "", inB = ""] = await playground.ask("Both prompts at once", 2);
    for (const [index, id] of [openingCall, inA, inB].entries()) {
      await playground.place(id).getByText(`${index + 1} of 3`).waitFor();
    }
    await playground.button("3 proposals wait for you").click();
    await playground.page.waitForFunction(
      (call) => document.activeElement?.getAttribute("data-call") === call,
      openingCall,
    );

    await playground.press(inA, "Reject");
    await playground.place(openingCall).getByText("1 of 2").waitFor();
    await playground.place(inB).getByText("2 of 2").waitFor();
    await playground.press(openingCall, "Reject");
    await playground.place(inB).waitFor({ state: "detached" });
    await playground.button("1 proposal waits for you").waitFor();
    await expect(playground.notes("Nothing is open any more").count()).resolves.toBe(0);
    await playground.press(inB, "Accept");
    await playground.reaches(inB, "accepted");

    await expect(playground.received(inA)).resolves.toMatchObject([{ output: { status: "rejected" } }]);
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ output: { status: "rejected" } }]);
    await expect(playground.received(inB)).resolves.toMatchObject([{ output: accepted() }]);
  });

  test("is told once to be settled, each time that it is", async () => {
    const playground = await open();
    const settled = playground.notes("Nothing is open any more. The agent can go on.");
    await playground.press(openingCall, "Accept");
    await settled.waitFor();
    await playground.page.getByRole("status").filter({ hasText: "The agent can go on." }).waitFor();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "pending");
    await expect(settled.count()).resolves.toBe(1);
    await playground.press(id, "Reject");
    await settled.nth(1).waitFor();

    await expect(settled.count()).resolves.toBe(2);
    for (const call of [openingCall, id]) await expect(playground.received(call)).resolves.toHaveLength(1);
  });
});

describe("a deadline", () => {
  test("is counted down, said twice, and expires by itself with one answer", async () => {
    const playground = await openStopped();
    const { page } = playground;
    const status = page.getByRole("status");
    await page.getByLabel("Answer within 30 seconds").check();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    const timer = playground.card(id).getByRole("timer");
    await timer.getByText("30 seconds left to answer").waitFor();
    await status.filter({ hasText: "Waiting for you. 30 seconds left to answer." }).waitFor();
    await expect(playground.card(openingCall).getByRole("timer").count()).resolves.toBe(0);

    await page.clock.runFor(deadline - 11_000);
    await timer.getByText("11 seconds left to answer").waitFor();
    await expect(status.textContent()).resolves.toContain("30 seconds left");
    const box = await timer.boundingBox();
    await page.clock.runFor(1_000);
    await status.filter({ hasText: "10 seconds left to answer." }).waitFor();
    await page.clock.runFor(9_000);
    await timer.getByText("1 second left to answer").waitFor();
    await expect(timer.boundingBox()).resolves.toEqual(box);
    await expect(status.textContent()).resolves.toContain("10 seconds left");
    await playground.reaches(id, "pending");
    await expect(playground.count(id)).resolves.toBe(0);

    await page.clock.runFor(1_000);
    await playground.reaches(id, "expired");
    await timer.waitFor({ state: "detached" });
    await status.filter({ hasText: "nobody answered in time" }).waitFor();
    await expect(error(playground, id)).resolves.toBe("Nothing was changed: nobody answered in time.");
    await page.clock.runFor(60_000);
    await expect(playground.count(id)).resolves.toBe(1);
    await playground.reaches(openingCall, "pending");
    await expect(playground.message(3).inputValue()).resolves.toContain("Write a title");
  });

  test("holds for what the person accepts a moment too late, and not for what was accepted in time", async () => {
    const playground = await openStopped();
    const { page } = playground;
    await page.getByLabel("Answer within 30 seconds").check();
    const [inA = "", inB = ""] = await playground.ask("Both prompts at once", 2);
    await playground.reaches(inB, "pending");
    await page.getByLabel("Writing takes 2 seconds").check();
    await page.clock.runFor(deadline - 1_000);
    await playground.press(inB, "Accept");
    await playground.reaches(inB, "applying");
    // As after a sleep: the time is over, and no timer has run yet.
    await page.clock.setSystemTime(start + deadline + 1_000);
    await playground.press(inA, "Accept");
    await playground.reaches(inA, "expired");
    await page.clock.runFor(2_000);
    await playground.reaches(inB, "accepted");

    await expect(error(playground, inA)).resolves.toBe("Nothing was changed: nobody answered in time.");
    await expect(playground.received(inB)).resolves.toMatchObject([{ output: accepted() }]);
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
  });
});

describe("a new chat", () => {
  test("answers what waits in the last one, also what still arrives from it, and begins empty", async () => {
    const playground = await openStopped();
    const { page } = playground;
    const [inA = ""] = await playground.ask("Both prompts, B later", 1, 3);
    await playground.reaches(inA, "pending");
    const before = await playground.ids();
    await playground.button("New chat").click();
    await playground.notes("The 2 proposals that waited in the last one were cancelled.").waitFor();
    await expect(page.locator("[data-call]").count()).resolves.toBe(0);
    await page.clock.runFor(late);
    const inB = await playground.only(before);

    for (const id of [openingCall, inA, inB]) {
      await expect(error(playground, id)).resolves.toBe("Nothing was changed: the session ended.");
      await expect(playground.count(id)).resolves.toBe(1);
    }
    await expect(page.locator("[data-call]").count()).resolves.toBe(0);
    await expect(playground.button("New chat").evaluate((button) => button === document.activeElement)).resolves.toBe(true);

    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await playground.notes("The agent can go on.").waitFor();
    await expect(playground.received(id)).resolves.toMatchObject([{ output: accepted() }]);
  });
});
