import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages } from "./playground.ts";

const open = demoPages();

describe("the prompts on the page", () => {
  test("a pasted JSON prompt replaces the messages, and what waits for the old ones can only be rejected or edited", async () => {
    const playground = await open();
    const { page } = playground;
    const messages = [{ role: "system", content: "Be brief." }, { role: "assistant", content: "Yes." }];
    await page.locator('[data-prompt="1"]').getByRole("button", { name: "Paste a prompt" }).click();
    await page.getByLabel(/A prompt as plain text/).fill(JSON.stringify({ messages }));
    await playground.button("Replace the messages").click();
    await page.getByLabel(/A prompt as plain text/).waitFor({ state: "detached" });
    await expect(page.locator('[data-prompt="1"] .message textarea').first().inputValue()).resolves.toBe("Be brief.");

    const card = playground.card(openingCall);
    await playground.press(openingCall, "Accept");
    await card.getByRole("alert").filter({ hasText: "There is no message 1." }).waitFor();
    await expect(card.getByRole("button", { name: "Accept", exact: true }).isDisabled()).resolves.toBe(true);
    await expect(playground.count(openingCall)).resolves.toBe(0);
    await playground.press(openingCall, "Reject");
    await playground.reaches(openingCall, "rejected");
    await expect(playground.received(openingCall)).resolves.toHaveLength(1);
    await expect(page.locator('[data-prompt="1"] .message textarea').first().inputValue()).resolves.toBe("Be brief.");
  });

  test("a pasted prompt with a wrong role says so and replaces nothing", async () => {
    const playground = await open();
    const { page } = playground;
    const before = await playground.message(1).inputValue();
    await page.locator('[data-prompt="1"]').getByRole("button", { name: "Paste a prompt" }).click();
    await page.getByLabel(/A prompt as plain text/).fill('{"messages": [{"role": "robot"}]}');
    await playground.button("Replace the messages").click();
    await page.getByRole("alert").filter({ hasText: "messages[0] has no known role" }).waitFor();
    await expect(playground.message(1).inputValue()).resolves.toBe(before);
  });

  test("CRLF stays CRLF through an edit in the card and an edit in the editor", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Emoji and CRLF in B");
    await playground.press(id, "Edit");
    const field = playground.card(id).getByRole("textbox", { name: "Changes message 4." });
    await field.fill(`${await field.inputValue()}\nGood night 🏕️`);
    await playground.card(id).locator(".countersign-diff-added", { hasText: "Good night" }).waitFor();
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await playground.message(4).fill(`${await playground.message(4).inputValue()}\nBye`);

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject({ ...accepted(), edited: true });
    const written = JSON.stringify(answer?.output);
    expect(written.match(/(?<!\\r)\\n/g)).toBeNull();
    expect(written).toContain("\\r\\nGood night 🏕️");

    const read = await playground.send('{"toolName": "read_prompt_instance", "input": {"instanceId": 2}}');
    const [snapshot] = await playground.received(read);
    const { messages } = JSON.parse(snapshot?.output as string) as { messages: { id: number; content: string }[] };
    const greetings = messages.find((message) => message.id === 4)?.content ?? "";
    expect(greetings).toMatch(/\r\nGood night 🏕️\r\nBye$/);
    expect(greetings.match(/(?<!\r)\n/g)).toBeNull();
  });

  test("insert, delete and reorder are written as shown", async () => {
    const playground = await open();
    const [id = ""] = await playground.ask("Insert, delete, reorder in B");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");
    await expect(playground.received(id)).resolves.toHaveLength(1);
    const contents = await playground.page.locator('[data-prompt="2"] .message textarea').evaluateAll((fields) =>
      fields.map((field) => (field instanceof HTMLTextAreaElement ? field.value.slice(0, 13) : "")),
    );
    expect(contents).toEqual(["{{ticket}}", "Leaking stove", "Write a title", "Greet in the ", "My tent pole "]);
  });
});
