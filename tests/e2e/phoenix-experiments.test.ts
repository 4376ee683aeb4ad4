import { describe, expect, test } from "vitest";
import { approval, type Phoenix, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

const experimentId = btoa("Experiment:1");
const changes = [
  { field: "name", previous: "baseline", new: "baseline, small model" },
  { field: "description", previous: null, new: "What the desk runs today." },
  {
    field: "metadata",
    previous: '{\n  "model": "small",\n  "temperature": 0.2\n}',
    new: '{\n  "model": "small",\n  "temperature": 0.2,\n  "reviewed": true\n}',
  },
];

async function experiments(): Promise<Phoenix> {
  const phoenix = await open();
  await phoenix.show("Experiments");
  return phoenix;
}

const facts = (phoenix: Phoenix) => phoenix.page.locator(`[data-experiment="${experimentId}"]`).getByRole("definition").allTextContents();

const title = (phoenix: Phoenix) => phoenix.page.locator(`[data-experiment="${experimentId}"]`).getByRole("heading").textContent();

describe("a change of an experiment", () => {
  test("shows each field before and after; accepted, it is written", async () => {
    const phoenix = await experiments();
    const call = await phoenix.propose("Describe the baseline");
    const card = phoenix.card(call);
    await expect(card.locator(".card-target").textContent()).resolves.toBe(`baseline${experimentId}`);
    await expect(card.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))).resolves.toEqual(
      changes.map((change) => [change.field, change.previous ?? "none", change.new]),
    );
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(title(phoenix)).resolves.toBe("baseline, small model");
    await expect(facts(phoenix)).resolves.toEqual(["What the desk runs today.", changes[2]?.new, "2026-03-02, 08:01"]);
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "patch_experiment",
        toolCallId: call,
        output: {
          status: "applied",
          acceptedBy: "user",
          experimentId,
          experimentName: "baseline",
          changes,
          message: 'The experiment "baseline" is changed.',
          ...approval("accepted"),
        },
      },
    ]);
  });

  test("that is rejected writes nothing", async () => {
    const phoenix = await experiments();
    const call = await phoenix.propose("Describe the baseline");
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(title(phoenix)).resolves.toBe("baseline");
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "patch_experiment",
        toolCallId: call,
        output: {
          status: "rejected",
          experimentId,
          experimentName: "baseline",
          changes,
          message: 'The person rejected the change. The experiment "baseline" is as it was.',
          ...approval("rejected"),
        },
      },
    ]);
  });

  test("that drifted while its patch waited is not written over", async () => {
    const phoenix = await experiments();
    const call = await phoenix.propose("Describe the baseline");
    await phoenix.button("A colleague edits baseline").click();
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "failed");
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-error",
        tool: "patch_experiment",
        toolCallId: call,
        errorText: "Nothing was changed: the experiment changed while this waited. Read it again, then propose again.",
      },
    ]);
    await expect(facts(phoenix)).resolves.toMatchObject({ 0: "Looked at by a colleague." });
    const again = await phoenix.propose("Describe the baseline");
    await phoenix.press(again, "Accept");
    await phoenix.reaches(again, "answered");
    await expect(facts(phoenix)).resolves.toMatchObject({ 0: "What the desk runs today." });
  });

  test("a double click writes once, though the server takes its time", async () => {
    const phoenix = await experiments();
    const call = await phoenix.propose("Describe the baseline");
    await phoenix.card(call).getByRole("button", { name: "Accept" }).dblclick();
    await phoenix.reaches(call, "answered");
    await expect(phoenix.received(call)).resolves.toHaveLength(1);
    await expect(facts(phoenix)).resolves.toMatchObject({ 2: "2026-03-02, 08:01" });
  });

  test("under bypass is written without asking", async () => {
    const phoenix = await experiments();
    await phoenix.page.getByLabel("Bypass").check();
    const [call = ""] = await phoenix.record("Describe the baseline");
    await phoenix.reaches(call, "answered");
    await expect(title(phoenix)).resolves.toBe("baseline, small model");
    await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "applied", acceptedBy: "auto", ...approval("accepted", "auto") } }]);
  });

  test("that is stopped while it is being written is answered by its write alone", async () => {
    const phoenix = await experiments();
    const call = await phoenix.propose("Describe the baseline");
    const held = phoenix.page.getByLabel("The server does not answer yet");
    await held.check();
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "working");
    await phoenix.stop().click();
    await expect(phoenix.count(call)).resolves.toBe(0);
    await held.uncheck();
    await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "applied", ...approval("accepted") } }]);
    await expect(facts(phoenix)).resolves.toMatchObject({ 0: "What the desk runs today." });
    await expect(phoenix.goesOn("I have the answer").count()).resolves.toBe(0);
  });

  test("that changes nothing needs nobody", async () => {
    const phoenix = await experiments();
    const [call = ""] = await phoenix.record("A change that is there already");
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "patch_experiment",
        toolCallId: call,
        output: {
          status: "no_change",
          experimentId: btoa("Experiment:2"),
          experimentName: "short answers",
          message: 'The experiment "short answers" is so already. Nothing was changed.',
        },
      },
    ]);
  });

  test.each([
    ["is gone", "An experiment that is gone", `There is no experiment ${btoa("Experiment:99")}.`],
    ["is none", "An id of something else", "The input of patch_experiment is not of its shape. Compare it with the tool's schema, then call again."],
  ])("that %s is answered at once", async (_, button, errorText) => {
    const phoenix = await experiments();
    const [call = ""] = await phoenix.record(button);
    await expect(phoenix.received(call)).resolves.toEqual([{ state: "output-error", tool: "patch_experiment", toolCallId: call, errorText }]);
  });
});
