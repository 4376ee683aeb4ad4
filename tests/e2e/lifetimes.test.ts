import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages } from "./playground.ts";

const open = demoPages();

describe("what happens around a waiting call", () => {
  test("a prompt that changes while it is written slowly is not written", async () => {
    const playground = await open();
    await playground.page.getByLabel("Writing takes 2 seconds").check();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "applying");
    await playground.button("A colleague edits A").click();
    await playground.reaches(openingCall, "stale");

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ state: "output-error", toolCallId: openingCall });
    const named = answer?.errorText?.match(/prompt-[0-9a-f]+/g);
    expect(new Set(named).size).toBe(2);
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 30 days");
  });

  test("after a stale answer the agent can read again and propose again", async () => {
    const playground = await open();
    const slow = playground.page.getByLabel("Writing takes 2 seconds");
    await slow.check();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "applying");
    await playground.button("A colleague edits A").click();
    await playground.reaches(openingCall, "stale");
    await slow.uncheck();
    const [id = ""] = await playground.ask("Ask the agent to read it again");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    await expect(playground.received(id)).resolves.toHaveLength(1);
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });

  test("two calls at once are two cards, two decisions and two answers", async () => {
    const playground = await open();
    await playground.press(openingCall, "Reject");
    const [first = "", second = ""] = await playground.ask("Both prompts at once", 2);
    await playground.reaches(first, "pending");
    await playground.reaches(second, "pending");
    await playground.press(second, "Reject");
    await playground.reaches(first, "pending");
    await playground.press(first, "Accept");
    await playground.reaches(first, "accepted");

    const answers = [await playground.received(first), await playground.received(second)];
    expect(answers).toMatchObject([[{ toolCallId: first, output: accepted() }], [{ toolCallId: second, output: { status: "rejected" } }]]);
    await expect(playground.message(1).inputValue()).resolves.toContain("unused items within 45 days");
    await expect(playground.message(3).inputValue()).resolves.toContain("Write a title");
  });

  test("closing an editor cancels its own calls and no other", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "pending");
    await playground.button("Close prompt A").click();
    await playground.reaches(openingCall, "cancelled");

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ state: "output-error", toolCallId: openingCall });
    await playground.reaches(id, "pending");
    await expect(playground.count(id)).resolves.toBe(0);

    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(id)).resolves.toHaveLength(1);
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });

  test("a closed prompt is answered with what to do, and an opened one can be edited again", async () => {
    const playground = await open();
    await playground.button("Close prompt B").click();
    const refused = await playground.sendExample("Good call");
    await playground.reaches(refused, "invalid");
    const [answer, ...others] = await playground.received(refused);
    expect(others).toEqual([]);
    expect(answer?.errorText).toContain("Prompt B (instanceId 2) is closed.");

    await playground.button("Open prompt B").click();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(id)).resolves.toHaveLength(1);
  });

  test("an answer that cannot be delivered is kept, and is delivered once", async () => {
    const playground = await open();
    await playground.page.getByLabel("The agent is unreachable").check();
    await playground.press(openingCall, "Accept");
    await playground.reaches(openingCall, "accepted");
    await playground.button("Send again").waitFor();
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await playground.page.getByLabel("The agent is unreachable").uncheck();

    const [answer, ...others] = await playground.received(openingCall);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted());
    await playground.button("Send again").waitFor({ state: "detached" });
    await expect(playground.count(openingCall)).resolves.toBe(1);
  });
});
