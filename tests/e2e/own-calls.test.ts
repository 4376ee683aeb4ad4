import { describe, expect, test } from "vitest";
import { accepted, openingCall, demoPages, type Playground } from "./playground.ts";

const open = demoPages();

/** The one answer to a call that nobody was asked about. */
async function refusal(playground: Playground, toolCallId: string, status = "invalid"): Promise<string> {
  await playground.reaches(toolCallId, status);
  const [answer, ...others] = await playground.received(toolCallId);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ state: "output-error", toolCallId });
  await expect(playground.card(toolCallId).textContent()).resolves.toContain(answer?.errorText ?? "no text");
  return answer?.errorText ?? "";
}

const editB = (operations: unknown, more: object = {}) =>
  JSON.stringify({ toolName: "edit_prompt_instance", input: { instanceId: 2, expectedRevision: "prompt-1", operations, ...more } });

describe("a tool call of one's own", () => {
  test("a good one waits for the person like any other", async () => {
    const playground = await open();
    const id = await playground.sendExample("Good call");
    await playground.reaches(id, "pending");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer?.output).toMatchObject(accepted());
  });

  test("an unknown tool is answered with its name", async () => {
    const playground = await open();
    await expect(refusal(playground, await playground.sendExample("Unknown tool"))).resolves.toContain("launch_rocket");
  });

  test("malformed JSON is answered with what is wrong", async () => {
    const playground = await open();
    await expect(refusal(playground, await playground.sendExample("Malformed JSON"))).resolves.toContain("not valid JSON");
  });

  test("malformed JSON inside a function call's arguments is answered to that function", async () => {
    const playground = await open();
    const id = await playground.send('{"id": "c1", "function": {"name": "edit_prompt_instance", "arguments": "{oops"}}');
    await expect(refusal(playground, id)).resolves.toContain("function.arguments is not valid JSON");
    await expect(playground.received(id)).resolves.toMatchObject([{ tool: "edit_prompt_instance" }]);
  });

  test("wrong types are answered with the place and the type", async () => {
    const playground = await open();
    const text = await refusal(playground, await playground.sendExample("Wrong types"));
    expect(text).toContain('operations[0].messageId must be a whole number, but is the text "three"');
  });

  test("the role assistant is answered with the roles that there are", async () => {
    const playground = await open();
    const id = await playground.send(editB([{ type: "insert_message", role: "assistant" }]));
    await expect(refusal(playground, id)).resolves.toContain("operations[0].role must be system, user, ai, tool");
  });

  test("an unknown message id is answered with the ids that there are", async () => {
    const playground = await open();
    const text = await refusal(playground, await playground.sendExample("Unknown message"));
    expect(text).toContain("There is no message 99. The prompt has messages 3, 4, 5, 6, 7.");
  });

  test("a revision that is not the live one is answered with both", async () => {
    const playground = await open();
    const text = await refusal(playground, await playground.sendExample("Stale revision"), "stale");
    expect(text).toContain("prompt-0");
  });

  test("an order that leaves out a message is answered with what it must name", async () => {
    const playground = await open();
    const revision = await playground.page.locator('[data-prompt="2"] .revision').textContent();
    const id = await playground.send(editB([{ type: "reorder_messages", messageIds: [3, 3, 4] }], { expectedRevision: revision }));
    await expect(refusal(playground, id)).resolves.toContain("messageIds must name every message of the prompt once");
  });

  test("JSON that is 5,000 levels deep is answered like any other", async () => {
    const playground = await open();
    const id = await playground.sendExample("5,000 levels deep");
    await expect(refusal(playground, id)).resolves.toContain("deep");
    await playground.reaches(openingCall, "pending");
  });

  test("__proto__ is an ordinary id", async () => {
    const playground = await open();
    const id = await playground.sendExample("Odd id");
    expect(id).toBe("__proto__");
    await playground.reaches(id, "pending");
    await playground.press(id, "Accept");
    await playground.reaches(id, "accepted");

    const [answer, ...others] = await playground.received(id);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ toolCallId: "__proto__", output: accepted() });
    await playground.reaches(openingCall, "pending");
  });

  test("an id that waits with other content is refused, and the one that waits stays", async () => {
    const playground = await open();
    await playground.send(editB([{ type: "delete_message", messageId: 3 }])).then((id) => refusal(playground, id, "stale"));
    const other = JSON.parse(editB([{ type: "delete_message", messageId: 4 }])) as object;
    await playground.page.getByLabel("Tool call as JSON").fill(JSON.stringify({ ...other, toolCallId: openingCall }));
    await playground.button("Send as the agent").click();
    await playground.page.locator(".entry-notice", { hasText: openingCall }).waitFor();
    await playground.reaches(openingCall, "pending");
    await expect(playground.count(openingCall)).resolves.toBe(0);
  });
});
