import { describe, expect, test } from "vitest";
import { approval, openingEdit, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();
const revision: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

describe("a prompt edit", () => {
  test("says what would change; accepted, it is written, and the agent is answered once and goes on", async () => {
    const phoenix = await open();
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
    await expect(phoenix.card(openingEdit).locator(".card-target").textContent()).resolves.toContain("Prompt A");
    await expect(phoenix.change(openingEdit)).resolves.toEqual([
      "Name the station, the way, and the time that it takes.",
      "Ask for the date if it is missing.",
      "Name the station, the way, the climb in metres, and the time that it takes.",
      "Ask for the date if it is missing, and look up the weather for it.",
    ]);

    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "answered");
    await expect(phoenix.message(1).inputValue()).resolves.toContain("the climb in metres");
    await phoenix.instance(1).getByText("Unsaved changes").waitFor();
    await expect(phoenix.received(openingEdit)).resolves.toEqual([
      {
        state: "output-available",
        tool: "edit_prompt_instance",
        toolCallId: openingEdit,
        output: {
          status: "accepted",
          acceptedBy: "user",
          instanceId: 1,
          revision,
          summary: { instanceIndex: 0, instanceLabel: "A", additions: 2, deletions: 2 },
          message: "The person accepted the edit, and the prompt has it.",
          ...approval("accepted"),
        },
      },
    ]);
    await phoenix.goesOn("I have the answer: accepted.").waitFor();
    await expect(phoenix.waiting()).resolves.toBe("Ledger: nothing waits");
    await expect(phoenix.count(openingEdit)).resolves.toBe(1);
  });

  test("rejected, nothing is written", async () => {
    const phoenix = await open();
    await phoenix.press(openingEdit, "Reject");
    await phoenix.reaches(openingEdit, "rejected");
    await expect(phoenix.message(1).inputValue()).resolves.toContain("the way, and the time");
    await expect(phoenix.received(openingEdit)).resolves.toEqual([
      {
        state: "output-available",
        tool: "edit_prompt_instance",
        toolCallId: openingEdit,
        output: {
          status: "rejected",
          instanceId: 1,
          message: "The person rejected the edit. The prompt is as it was.",
          ...approval("rejected"),
        },
      },
    ]);
  });

  test("with inserted and deleted messages is written as it was shown", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Insert, delete, reorder in B");
    await expect(phoenix.change(id)).resolves.toContain("Answer in the language of the hike.");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    const roles = await phoenix.instance(2).getByRole("combobox").evaluateAll((all) => all.map((role) => (role as HTMLSelectElement).value));
    const texts = await phoenix.instance(2).getByRole("textbox").evaluateAll((all) => all.map((text) => (text as HTMLTextAreaElement).value));
    expect(roles).toEqual(["user", "system", "user", "ai", "user"]);
    expect(texts).toEqual([
      "Answer in the language of the hike.",
      "Write a packing list for the hike below. Group it by bag.",
      "Two days on the ridge, huts at night, first week of May.",
      "Worn: boots, shorts, sun hat.\nPack: rain jacket, hut sleeping bag, two litres of water.",
      "{{hike}}",
    ]);
    await expect(phoenix.received(id)).resolves.toMatchObject([{ output: { status: "accepted", instanceId: 2 } }]);
    await expect(phoenix.count(openingEdit)).resolves.toBe(0);
  });

  test("of a prompt that has changed since is answered with that, and changes nothing", async () => {
    const phoenix = await open();
    await phoenix.message(2).fill("{{question}}, please");
    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "failed");
    await expect(phoenix.message(1).inputValue()).resolves.toContain("the way, and the time");
    await expect(phoenix.received(openingEdit)).resolves.toEqual([
      {
        state: "output-error",
        tool: "edit_prompt_instance",
        toolCallId: openingEdit,
        errorText: "Nothing was changed: the prompt changed while this waited. Read it again, then propose again.",
      },
    ]);
  });

  test("of another instance does not make one out of date", async () => {
    const phoenix = await open();
    const [a = "", b = ""] = await phoenix.record("Edit A and B at once", 2);
    await phoenix.reaches(a, "pending");
    await phoenix.press(b, "Accept");
    await phoenix.reaches(b, "answered");
    await phoenix.press(a, "Accept");
    await phoenix.reaches(a, "answered");
    await expect(phoenix.message(1).inputValue()).resolves.toBe("You plan day hikes by train. Answer in at most three sentences.");
    await expect(phoenix.message(3).inputValue()).resolves.toBe("Write a packing list, by bag.");

    await phoenix.press(openingEdit, "Accept");
    await phoenix.reaches(openingEdit, "failed");
    const counts = await Promise.all([openingEdit, a, b].map((id) => phoenix.count(id)));
    expect(counts).toEqual([1, 1, 1]);
  });

  test("that was clicked twice is written once and answered once", async () => {
    const phoenix = await open();
    await phoenix.card(openingEdit).getByRole("button", { name: "Accept", exact: true }).dblclick();
    await phoenix.reaches(openingEdit, "answered");
    await phoenix.goesOn("I go on.").waitFor();
    await expect(phoenix.received(openingEdit)).resolves.toHaveLength(1);
    await expect(phoenix.count(openingEdit)).resolves.toBe(1);
  });
});

test("the second click of a double click decides no other call that comes under the pointer", async () => {
  const phoenix = await open();
  const [a = "", b = ""] = await phoenix.record("Edit A and B at once", 2);
  await phoenix.reaches(b, "pending");
  await phoenix.press(a, "Accept");
  await phoenix.reaches(a, "answered");
  const accept = phoenix.card(b).getByRole("button", { name: "Accept", exact: true });
  await accept.dispatchEvent("click", { detail: 2 });
  await phoenix.press(openingEdit, "Reject");
  await phoenix.reaches(openingEdit, "rejected");
  await expect(phoenix.count(b)).resolves.toBe(0);
  await phoenix.press(b, "Accept");
  await phoenix.reaches(b, "answered");
});

describe("what can't be asked is answered at once", () => {
  test.for([
    ["Edit from an old revision", "The prompt has changed since you read it. Read it again, then propose again."],
    ["Malformed edit", "The input of edit_prompt_instance is not of its shape. Compare it with the tool's schema, then call again."],
    ["A tool that nobody has", "Unknown tool: translate_prompt"],
  ] as const)("%s", async ([label, errorText]) => {
    const phoenix = await open();
    const [id = ""] = await phoenix.record(label);
    await phoenix.reaches(id, "failed");
    await expect(phoenix.received(id)).resolves.toMatchObject([{ state: "output-error", toolCallId: id, errorText }]);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
  });
});

describe("the removal of an instance", () => {
  test("says which; accepted, the instance is gone", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Remove C");
    await expect(phoenix.card(id).locator(".card-target").textContent()).resolves.toContain("Prompt C");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await phoenix.instance(3).waitFor({ state: "detached" });
    await expect(phoenix.received(id)).resolves.toEqual([
      {
        state: "output-available",
        tool: "remove_prompt_instance",
        toolCallId: id,
        output: {
          status: "removed",
          instanceId: 3,
          label: "C",
          message: "The person agreed, and the instance is removed.",
          acceptedBy: "user",
          ...approval("accepted"),
        },
      },
    ]);
  });

  test("rejected, it is still there; asked for again once it is gone, the agent is told so", async () => {
    const phoenix = await open();
    const rejected = await phoenix.propose("Remove C");
    await phoenix.press(rejected, "Reject");
    await phoenix.reaches(rejected, "rejected");
    await phoenix.instance(3).waitFor();
    await expect(phoenix.received(rejected)).resolves.toMatchObject([
      {
        output: {
          status: "rejected",
          instanceId: 3,
          label: "C",
          message: "The person rejected the removal. The instance is still there.",
          ...approval("rejected"),
        },
      },
    ]);

    const first = await phoenix.propose("Remove C");
    const second = await phoenix.propose("Remove C");
    await phoenix.press(first, "Accept");
    await phoenix.reaches(first, "answered");
    await phoenix.press(second, "Accept");
    await phoenix.reaches(second, "failed");
    await expect(phoenix.received(second)).resolves.toMatchObject([{ errorText: "There is no prompt instance 3. Read the prompts again." }]);
  });
});

describe("saving a prompt", () => {
  test("says as what; accepted, it is saved as that", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Save A");
    await expect(phoenix.card(id).locator(".facts").textContent()).resolves.toContain("a new version of trail-guide");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await phoenix.instance(1).getByText("version 2").waitFor();
    await expect(phoenix.received(id)).resolves.toEqual([
      {
        state: "output-available",
        tool: "save_prompt",
        toolCallId: id,
        output: {
          status: "saved",
          promptId: btoa("Prompt:1"),
          promptName: "trail-guide",
          promptVersionId: btoa("PromptVersion:3"),
          approvalStatus: "accepted",
          acceptedBy: "user",
          ...approval("accepted"),
        },
      },
    ]);
  });

  test("under a new name makes a new prompt", async () => {
    const phoenix = await open();
    const id = await phoenix.propose("Save C as a new prompt");
    await expect(phoenix.card(id).locator(".facts").textContent()).resolves.toContain("a new prompt, path-status");
    await phoenix.press(id, "Accept");
    await phoenix.reaches(id, "answered");
    await phoenix.instance(3).getByRole("heading", { name: "path-status" }).waitFor();
    await phoenix.instance(3).getByText("version 1").waitFor();
    await phoenix.instance(3).getByText("Unsaved changes").waitFor({ state: "detached" });
    await expect(phoenix.received(id)).resolves.toMatchObject([{ output: { status: "saved", promptName: "path-status" } }]);
  });

  test("saves what was shown: rejected it does not, and of a prompt that has changed since neither", async () => {
    const phoenix = await open();
    const rejected = await phoenix.propose("Save A");
    await phoenix.press(rejected, "Reject");
    await phoenix.reaches(rejected, "rejected");
    const stale = await phoenix.propose("Save A");
    await phoenix.message(2).fill("{{question}}!");
    await phoenix.press(stale, "Accept");
    await phoenix.reaches(stale, "failed");
    await phoenix.instance(1).getByText("version 1").waitFor();
    await expect(phoenix.received(rejected)).resolves.toMatchObject([
      { output: { status: "rejected", message: "The person rejected saving. The prompt is not saved.", ...approval("rejected") } },
    ]);
    await expect(phoenix.received(stale)).resolves.toMatchObject([
      { errorText: "Nothing was changed: the prompt changed while this waited. Read it again, then propose again." },
    ]);
  });
});
