import { describe, expect, test } from "vitest";
import { phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

const answered = (toolCallId: string, output: unknown) => [{ state: "output-available", tool: "ask_user", toolCallId, output }];

describe("the agent's questions", () => {
  test("are a form in the chat; what the person answers is sent as it is", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    const card = phoenix.card(call);
    await card.getByRole("group", { name: "Which dataset shall it run on?" }).getByLabel("Library desk").check();
    await card.getByLabel("Being friendly").check();
    await card.getByLabel("Being right").check();
    await card.getByLabel("Anything else?").fill("Not before Monday.");
    await card.getByRole("button", { name: "Send answers" }).click();
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toEqual(
      answered(call, {
        status: "answered",
        answers: [
          { question: "Which dataset shall it run on?", answer: "Library desk" },
          { question: "What counts?", answer: ["Being right", "Being friendly"] },
          { question: "Anything else?", answer: "Not before Monday." },
        ],
      }),
    );
    await expect(phoenix.count(call)).resolves.toBe(1);
  });

  test("are answered by the keyboard alone, and what is left out has no answer", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    await phoenix.card(call).getByRole("radio").first().focus();
    await phoenix.page.keyboard.press("ArrowDown");
    await phoenix.page.keyboard.press("Enter");
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toEqual(
      answered(call, {
        status: "answered",
        answers: [
          { question: "Which dataset shall it run on?", answer: "Opening hours" },
          { question: "What counts?", answer: [] },
          { question: "Anything else?", answer: null },
        ],
      }),
    );
    await phoenix.hasFocus(call);
  });

  test("are not sent without any answer, but can be skipped", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    await phoenix.card(call).getByRole("button", { name: "Send answers" }).click();
    await phoenix.card(call).getByText("Answer at least one question, or skip them.").waitFor();
    await expect(phoenix.count(call)).resolves.toBe(0);
    await phoenix.card(call).getByRole("button", { name: "Skip" }).dblclick();
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toEqual(answered(call, { status: "skipped" }));
    await phoenix.card(call).locator(".badge", { hasText: "Skipped" }).waitFor();
  });

  test("that wait when the person stops are answered as interrupted", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    await phoenix.stop().click();
    await phoenix.reaches(call, "interrupted");
    await expect(phoenix.received(call)).resolves.toMatchObject([{ state: "output-error", errorText: "The person stopped this turn before the call was decided. Nothing was changed." }]);
    await expect(phoenix.card(call).getByRole("button", { name: "Send answers" }).count()).resolves.toBe(0);
  });

  test("are asked one set at a time", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    const [other = ""] = await phoenix.record("Ask me first");
    await expect(phoenix.received(other)).resolves.toMatchObject([{ state: "output-error", errorText: "Other questions wait for the person. Ask again when they are answered." }]);
    await phoenix.reaches(call, "pending");
    await phoenix.card(call).getByRole("button", { name: "Skip" }).click();
    await phoenix.reaches(call, "answered");
    await phoenix.propose("Ask me first");
  });

  test("that are none are answered at once", async () => {
    const phoenix = await open();
    const [call = ""] = await phoenix.record("Ask nothing");
    await expect(phoenix.received(call)).resolves.toMatchObject([{ state: "output-error", errorText: 'There is no question to ask: give { "questions": [ … ] } with at least one.' }]);
  });

  test("wait under bypass too, and again after a reload", async () => {
    const phoenix = await open();
    await phoenix.page.getByLabel("Bypass").check();
    const call = await phoenix.propose("Ask me first");
    await phoenix.page.reload();
    await phoenix.reaches(call, "pending");
    await phoenix.card(call).getByLabel("Being brief").check();
    await phoenix.card(call).getByRole("button", { name: "Send answers" }).click();
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "answered", answers: [{ answer: null }, { answer: ["Being brief"] }, { answer: null }] } }]);
  });

  test("end with their chat, answered once", async () => {
    const phoenix = await open();
    const call = await phoenix.propose("Ask me first");
    await phoenix.button("Delete chat").click();
    await expect(phoenix.received(call)).resolves.toMatchObject([{ state: "output-error" }]);
    await expect(phoenix.count(call)).resolves.toBe(1);
  });
});
