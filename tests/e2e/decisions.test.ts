import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages } from "./playground.ts";

const open = demoPages();

describe("a person's decision", () => {
  test("accepting writes what was shown and answers once", async () => {
    const playground = await open();
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");

    await expect(playground.received(openingCall)).resolves.toEqual([
      {
        state: "output-available",
        tool: "edit_prompt_instance",
        toolCallId: openingCall,
        output: expect.objectContaining({ ...accepted(), instanceId: 1, label: "A" }),
      },
    ]);
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 45 days");
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });

  test("the card shows exactly what the agent received", async () => {
    const playground = await open();
    await playground.press(openingCall, "Accept");
    const [answer] = await playground.received(openingCall);
    const shown = await playground.card(openingCall).getByTestId("sent").textContent();
    expect(JSON.parse(shown ?? "")).toEqual(answer);
  });

  test("an edited proposal is written as edited, and the agent is told", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.press(id, "Edit");
    const field = playground.card(id).getByRole("textbox", { name: "Changes message 3." });
    await field.fill("Seven words at most.");
    await playground.card(id).locator(".countersign-diff-added", { hasText: "Seven words at most." }).waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({
      ...accepted(),
      edited: true,
      input: { operations: [{ type: "update_message", messageId: 3, content: "Seven words at most." }] },
    });
    await expect(playground.message(3).inputValue()).resolves.toBe("Seven words at most.");
  });

  test("an edit that is no valid input cannot be accepted until it is undone", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    const card = playground.card(id);
    await playground.press(id, "Edit");
    await card.getByRole("button", { name: "As JSON" }).click();
    await card.getByLabel("The whole input").fill('{"instanceId": 2');
    await card.getByRole("alert").waitFor();
    await expect(card.getByRole("button", { name: "Accept", exact: true }).isDisabled()).resolves.toBe(true);
    await card.getByRole("button", { name: "Undo my changes" }).click();
    await card.getByRole("alert").waitFor({ state: "detached" });
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted());
    expect(answer?.output).not.toHaveProperty("edited");
  });

  test("rejecting writes nothing and hands on the comment", async () => {
    const playground = await open();
    const before = await playground.message(1).inputValue();
    await playground.card(openingCall).getByRole("textbox").fill("Thirty days is the law.");
    await playground.press(openingCall, "Reject");
    await playground.reaches(openingCall, "rejected");

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({
      status: "rejected",
      comment: "Thirty days is the law.",
      approval: { decision: "rejected", source: "user" },
    });
    await expect(playground.message(1).inputValue()).resolves.toBe(before);
  });

  test("a double click accepts once", async () => {
    const playground = await open();
    const accept = playground.card(openingCall).getByRole("button", { name: "Accept", exact: true });
    await accept.dblclick();
    await playground.reaches(openingCall, "accepted");

    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
    await expect(playground.ids()).resolves.toHaveLength(2);
  });

  test("clicks that arrive before the page could redraw accept once, also while the write is slow", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    const accept = playground.card(openingCall).getByRole("button", { name: "Accept", exact: true });
    await accept.evaluate((button) => {
      for (let click = 0; click < 5; click += 1) button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await playground.reaches(openingCall, "applying");
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await playground.reaches(openingCall, "accepted");

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted());
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 45 days");
  });

  test("a slow write can be stopped before it writes", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    await playground.press(openingCall, "Accept");
    await playground.press(openingCall, "Stop");
    await playground.reaches(openingCall, "cancelled");

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ state: "output-error" });
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
  });

  test("bypass writes without asking, and leaves what already waits", async () => {
    const playground = await open();
    await playground.page.getByLabel("Bypass").check();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "accepted");

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted("auto"));
    await expect(playground.message(3).inputValue()).resolves.toContain("Name the product");
    await playground.reaches(openingCall, "pending");
    await expect(playground.count(openingCall)).resolves.toBe(0);
  });
});
