import { describe, expect, test } from "vitest";
import { accepted, demoPages, openingCall, type Playground } from "./playground.ts";

const open = demoPages();

/** What a person has to answer, in milliseconds. */
const deadline = 30_000;
const start = Date.UTC(2030, 0, 1, 8);

/** Changes what the tab keeps, and loads the page again. */
async function reloadWith({ page }: Playground, change: Readonly<Record<string, string | null>>): Promise<void> {
  await page.evaluate((items) => {
    for (const [name, text] of Object.entries(items)) {
      if (text === null) sessionStorage.removeItem(`countersign.${name}`);
      else sessionStorage.setItem(`countersign.${name}`, text);
    }
  }, change);
  await page.reload();
}

const kept = ({ page }: Playground, name: string): Promise<string> =>
  page.evaluate((key) => sessionStorage.getItem(key) ?? "", `countersign.${name}`);

describe("a reload", () => {
  test("brings back what waited, as it was shown: one is rejected, the other accepted", async () => {
    const playground = await open();
    const { page } = playground;
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.place(id).getByText("2 of 2").waitFor();
    const calls = await playground.ids();
    const shown = [await playground.change(openingCall), await playground.change(id)];
    await page.reload();

    await playground.place(openingCall).getByText("1 of 2").waitFor();
    await playground.place(id).getByText("2 of 2").waitFor();
    await playground.reloaded("The page was reloaded: 2 calls still wait.").waitFor();
    await page.getByRole("status").filter({ hasText: "2 calls still wait." }).waitFor();
    await expect(Promise.all([playground.change(openingCall), playground.change(id)])).resolves.toEqual(shown);
    await expect(playground.ids()).resolves.toEqual(calls);

    await playground.press(openingCall, "Reject");
    await playground.reaches(openingCall, "rejected");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ output: { status: "rejected" } }]);
    await expect(playground.received(id)).resolves.toMatchObject([{ output: accepted() }]);
    await expect(playground.message(3).inputValue()).resolves.toContain("Name the product");
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");

    const [next = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(next, "pending");
    expect(calls).not.toContain(next);
  });

  test("keeps what the person changed, in the editors and in the card, and the way back from it", async () => {
    const playground = await open();
    await playground.message(7).fill("{{ticket}}, in short");
    const [id = ""] = await playground.ask("Rewrite a line in B");
    const card = playground.card(id);
    await playground.press(id, "Edit");
    await card.getByRole("textbox", { name: "Changes message 3." }).fill("Seven words at most.");
    await card.locator(".countersign-diff-added", { hasText: "Seven words at most." }).waitFor();
    await playground.page.reload();

    await card.getByText("Waiting, changed by you").waitFor();
    await expect(playground.change(id)).resolves.toContain("Seven words at most.");
    await expect(playground.message(7).inputValue()).resolves.toBe("{{ticket}}, in short");
    await playground.press(id, "Edit");
    await card.getByRole("button", { name: "Undo my changes" }).click();
    await card.locator(".countersign-diff-added", { hasText: "Name the product" }).waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).not.toHaveProperty("edited");
  });

  test("lets a deadline go on", async () => {
    const playground = await open((page) => page.clock.install({ time: start - 60_000 }));
    const { page } = playground;
    await page.clock.pauseAt(start);
    await page.getByLabel("Answer within 30 seconds").check();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    const timer = playground.card(id).getByRole("timer");
    await timer.getByText("30 seconds left to answer").waitFor();
    await page.clock.runFor(deadline - 12_000);
    await page.reload();

    await timer.getByText("12 seconds left to answer").waitFor();
    await page.clock.runFor(2_000);
    await page.getByRole("status").filter({ hasText: "10 seconds left to answer." }).waitFor();
    await page.clock.runFor(9_000);
    await playground.reaches(id, "pending");
    await page.clock.runFor(1_000);
    await playground.reaches(id, "expired");
    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.errorText).toBe("Nothing was changed: nobody answered in time.");
    await playground.reaches(openingCall, "pending");
  });

  test("answers a write that ran as interrupted, and the agent's turn is over", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "applying");
    await playground.page.reload();

    await playground.reaches(openingCall, "failed");
    await expect(playground.card(openingCall).locator(".badge").textContent()).resolves.toBe("Interrupted");
    await playground.reloaded("no call waits. 1 write was interrupted.").waitFor();
    await expect(playground.stop().getAttribute("aria-disabled")).resolves.toBe("true");
    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.errorText).toContain("the page was closed while it was written");
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });

  test("keeps an answer that could not be delivered, and delivers it once", async () => {
    const playground = await open();
    const unreachable = playground.page.getByLabel("The agent is unreachable");
    await unreachable.check();
    await playground.press(openingCall, "Reject");
    await playground.button("Send again").waitFor();
    await playground.page.reload();

    await playground.reloaded("1 answer is still to be sent.").waitFor();
    await playground.reaches(openingCall, "rejected");
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await playground.button("Send again").click();
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await unreachable.uncheck();
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ output: { status: "rejected" } }]);
    await playground.page.reload();
    await playground.reloaded("no call waits.").waitFor();
    await playground.button("Send again").waitFor({ state: "detached" });
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });

  test("asks again for a call that only the conversation remembers", async () => {
    const playground = await open();
    const shown = await playground.change(openingCall);
    await reloadWith(playground, { calls: null });
    await playground.reaches(openingCall, "pending");
    await playground.reloaded("1 call still waits.").waitFor();
    await expect(playground.change(openingCall)).resolves.toEqual(shown);
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await playground.notes("call_1 was answered before the page was reloaded.").waitFor();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    await expect(playground.received(openingCall)).resolves.toMatchObject([{ output: accepted() }]);
  });

  test("drops what is malformed, says so, and begins anew", async () => {
    const playground = await open();
    const { page } = playground;
    const conversation = JSON.parse(await kept(playground, "conversation")) as object;
    const prompts = JSON.parse(await kept(playground, "prompts")) as object;
    const titleRow = { id: 1, input: "", expected: "" };
    const broken: readonly Readonly<Record<string, string | null>>[] = [
      { conversation: "{" },
      { conversation: null },
      { conversation: JSON.stringify({ ...conversation, version: 2 }) },
      { conversation: JSON.stringify({ ...conversation, entries: [{ kind: "note", text: { evil: true } }] }) },
      { prompts: "null" },
      { prompts: JSON.stringify({ ...prompts, prompts: [{ instanceId: 1 }] }) },
      { tools: null },
      { tools: JSON.stringify({ version: 1, lists: [{ instanceId: 1, open: true, tools: [{ description: "no name" }] }] }) },
      { datasets: JSON.stringify({ version: 1, datasets: [{ datasetId: 1, name: "Twins", open: true, rows: [titleRow, titleRow] }] }) },
      { calls: "[]" },
      { calls: '{"version": 1, "core": "{}", "previews": []}' },
    ];
    for (const change of broken) {
      await playground.button("A colleague edits B").click();
      await expect(playground.message(3).inputValue()).resolves.toContain("The team is there");
      await reloadWith(playground, change);
      await page.getByRole("alert").filter({ hasText: "could not be read, so it was dropped" }).waitFor();
      await playground.reaches(openingCall, "pending");
      await expect(playground.ids()).resolves.toHaveLength(2);
      await expect(playground.message(3).inputValue()).resolves.not.toContain("The team is there");
    }
    await page.reload();
    await playground.reloaded("1 call still waits.").waitFor();
    await expect(page.getByRole("alert").count()).resolves.toBe(0);
  });

  test("shows a call whose kept input makes no sense, and lets it be rejected", async () => {
    const playground = await open();
    const calls = await kept(playground, "calls");
    const tampered = calls.replaceAll("operations", "operation5");
    expect(tampered).not.toBe(calls);
    await reloadWith(playground, { calls: tampered });
    await playground.press(openingCall, "Reject");
    await playground.reaches(openingCall, "rejected");
    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
  });

  test("of a tab that can keep nothing begins anew, and the page says so before", async () => {
    const playground = await open(async (page) => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("It is full.", "QuotaExceededError");
        };
      });
    });
    const { page } = playground;
    const notice = page.getByRole("alert").filter({ hasText: "a reload would begin anew" });
    await notice.waitFor();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    await page.reload();
    await notice.waitFor();
    await playground.reaches(openingCall, "pending");
  });

  test("that the person asks for as a new start forgets everything", async () => {
    const playground = await open();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    await playground.ask("Rewrite a line in B");
    await playground.button("Start over").click();
    await playground.reaches(openingCall, "pending");
    await expect(playground.ids()).resolves.toHaveLength(2);
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
    await expect(playground.reloaded("").count()).resolves.toBe(0);
  });
});
