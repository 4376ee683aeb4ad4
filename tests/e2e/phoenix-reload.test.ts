import { describe, expect, test } from "vitest";
import { approval, openingEdit, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

describe("a reload", () => {
  test("answers what can't be asked again, and asks again what can", async () => {
    const phoenix = await open();
    await phoenix.show("Annotation configs");
    const config = await phoenix.propose("Make a config");
    await phoenix.page.reload();

    await phoenix.reaches(openingEdit, "failed");
    await expect(phoenix.received(openingEdit)).resolves.toEqual([
      {
        state: "output-error",
        tool: "edit_prompt_instance",
        toolCallId: openingEdit,
        errorText: "Nothing was changed: the page was closed before this was answered. Call again if it is still wanted.",
      },
    ]);
    await phoenix.reaches(config, "pending");
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    await phoenix.press(config, "Accept");
    await phoenix.reaches(config, "answered");
    await expect(phoenix.received(config)).resolves.toMatchObject([{ output: { status: "accepted", ...approval("accepted") } }]);
    await phoenix.goesOn("I have all 2 answers, and go on.").waitFor();
    await phoenix.show("Annotation configs");
    await phoenix.page.getByRole("tabpanel").getByText("correctness").first().waitFor();
  });

  test("keeps the transcript and every answer, and asks nothing again", async () => {
    const phoenix = await open();
    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "answered");
    const removal = await phoenix.propose("Remove C");
    await phoenix.stop().click();
    await phoenix.reaches(removal, "interrupted");
    const before = await Promise.all([openingEdit, removal].map((id) => phoenix.received(id)));
    await phoenix.page.reload();

    await phoenix.reaches(openingEdit, "answered");
    await phoenix.reaches(removal, "interrupted");
    await expect(Promise.all([openingEdit, removal].map((id) => phoenix.received(id)))).resolves.toEqual(before);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: nothing waits");
    await expect(phoenix.page.locator(".entry-person").allTextContents()).resolves.toHaveLength(2);
    const next = await phoenix.propose("Edit prompt A");
    expect([openingEdit, removal]).not.toContain(next);
  });

  test("applies nothing by itself, though the mode that was stored is bypass", async () => {
    const phoenix = await open();
    await phoenix.show("Annotation configs");
    const config = await phoenix.propose("Make a config");
    await phoenix.page.getByLabel("Bypass").check();
    const stored = await phoenix.page.evaluate(() => sessionStorage.getItem("countersign.assistant"));
    expect(stored).toContain('"edits":"bypass"');
    await phoenix.page.reload();

    await phoenix.reaches(config, "pending");
    await expect(phoenix.page.getByLabel("Ask me", { exact: true }).isChecked()).resolves.toBe(true);
    await expect(phoenix.count(config)).resolves.toBe(0);
    await phoenix.press(config, "Reject");
    await phoenix.reaches(config, "rejected");
    await expect(phoenix.received(config)).resolves.toHaveLength(1);
  });

  test.for([
    ["no JSON", "{"],
    ["another version", '{"version":2,"sessions":[]}'],
    ["no chat", '{"version":1,"sessions":[],"activeId":"s","log":[],"counts":{"sessions":1,"messages":0,"calls":0}}'],
  ] as const)("with what is no transcript begins anew, and says so: %s", async ([, text]) => {
    const phoenix = await open();
    await phoenix.press(openingEdit, "Reject");
    await phoenix.reaches(openingEdit, "rejected");
    await phoenix.page.evaluate((value) => sessionStorage.setItem("countersign.phoenix-chat", value), text);
    await phoenix.page.reload();
    await phoenix.page.getByRole("alert").filter({ hasText: "could not be read, so it was dropped" }).waitFor();
    await phoenix.reaches(openingEdit, "pending");
    await expect(phoenix.count(openingEdit)).resolves.toBe(0);
  });

  test("starts over when that is asked for", async () => {
    const phoenix = await open();
    await phoenix.press(openingEdit, "Reject");
    await phoenix.reaches(openingEdit, "rejected");
    await phoenix.button("Start over").click();
    await phoenix.reaches(openingEdit, "pending");
    await expect(phoenix.ids()).resolves.toEqual([openingEdit]);
  });
});
