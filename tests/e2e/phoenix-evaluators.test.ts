import { describe, expect, test } from "vitest";
import { approval, type Phoenix, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

type Kind = "code" | "llm";
const noun = { code: "code evaluator", llm: "LLM evaluator" } as const;
const shortEnough = "short enough";

async function evaluators(...forms: readonly Kind[]): Promise<Phoenix> {
  const phoenix = await open();
  await phoenix.show("Evaluators");
  for (const kind of forms) await phoenix.button(`New ${noun[kind]}`).click();
  return phoenix;
}

const field = (phoenix: Phoenix, kind: Kind, label: string) => phoenix.form(kind).getByLabel(label, { exact: true });

const saved = (phoenix: Phoenix) => phoenix.page.locator("[data-evaluator]").evaluateAll((all) => all.map((one) => one.getAttribute("data-evaluator")));

/** Opens the form of one that is saved. */
const edit = (phoenix: Phoenix, name: string) => phoenix.page.locator(`[data-evaluator="${name}"]`).getByRole("button", { name: "Edit" }).click();

const failed = (tool: string, toolCallId: string, errorText: string) => [{ state: "output-error", tool, toolCallId, errorText }];

const decided = (tool: string, toolCallId: string, output: object) => [{ state: "output-available", tool, toolCallId, output }];

describe("an edit of an evaluator's draft", () => {
  test("of code shows the draft before and after; accepted, the form has it", async () => {
    const phoenix = await evaluators("code");
    const call = await phoenix.propose("Edit the code evaluator");
    await expect(phoenix.change(call)).resolves.toEqual([
      "name: ",
      "name: few words",
      "description: ",
      "description: Answers of less than 40 words.",
      "    return len(output) < 200",
      "    words = output.split()",
      "    return len(words) < 40",
    ]);
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(field(phoenix, "code", "Name").inputValue()).resolves.toBe("few words");
    await expect(field(phoenix, "code", "Source code").inputValue()).resolves.toBe("def evaluate(output):\n    words = output.split()\n    return len(words) < 40\n");
    await expect(phoenix.received(call)).resolves.toEqual(
      decided("edit_code_evaluator_draft", call, {
        status: "accepted",
        acceptedBy: "user",
        message: "Code evaluator: the person accepted the edit, and the draft has it.",
        ...approval("accepted"),
      }),
    );
  });

  test("of an LLM evaluator shows the judge before and after; accepted, the form has it", async () => {
    const phoenix = await evaluators("llm");
    const call = await phoenix.propose("Edit the LLM evaluator");
    await expect(phoenix.change(call)).resolves.toEqual(
      expect.arrayContaining(["name: tone", "includeExplanation: false", "includeExplanation: true", '  "model": "large",', '  "provider": "ANTHROPIC",']),
    );
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(field(phoenix, "llm", "Name").inputValue()).resolves.toBe("tone");
    await expect(phoenix.form("llm").getByRole("checkbox").isChecked()).resolves.toBe(true);
    await expect(field(phoenix, "llm", "Judge’s prompt, message 1 (user)").inputValue()).resolves.toBe("Is this answer friendly?\n{{output}}");
    await expect(phoenix.received(call)).resolves.toEqual(
      decided("edit_llm_evaluator_draft", call, {
        status: "accepted",
        acceptedBy: "user",
        message: "LLM evaluator: the person accepted the edit, and the draft has it.",
        ...approval("accepted"),
      }),
    );
  });

  test.each(["code", "llm"] as const)("that is rejected leaves the draft: %s", async (kind) => {
    const phoenix = await evaluators(kind);
    const call = await phoenix.propose(`Edit the ${noun[kind]}`);
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(field(phoenix, kind, "Name").inputValue()).resolves.toBe("");
    const name = kind === "code" ? "Code" : "LLM";
    await expect(phoenix.received(call)).resolves.toEqual(
      decided(`edit_${kind}_evaluator_draft`, call, { status: "rejected", message: `${name} evaluator: the person rejected the edit. The draft is as it was.`, ...approval("rejected") }),
    );
  });

  test.each(["code", "llm"] as const)("that waits when the form is closed is cancelled, and no other: %s", async (kind) => {
    const phoenix = await evaluators("code", "llm");
    const other = kind === "code" ? "llm" : "code";
    const [call, untouched] = [await phoenix.propose(`Edit the ${noun[kind]}`), await phoenix.propose(`Edit the ${noun[other]}`)];
    await phoenix.form(kind).getByRole("button", { name: "Close the form" }).click();
    await phoenix.reaches(call, "interrupted");
    const errorText = `Nothing was changed: the ${kind === "code" ? "code" : "LLM"} evaluator form was closed before the edit was decided.`;
    await expect(phoenix.received(call)).resolves.toMatchObject(failed(`edit_${kind}_evaluator_draft`, call, errorText));
    await phoenix.reaches(untouched, "pending");
    await phoenix.press(untouched, "Accept");
    await phoenix.reaches(untouched, "answered");
    await expect(phoenix.count(call)).resolves.toBe(1);

    const [late = ""] = await phoenix.record(`Edit the ${noun[kind]}`);
    const surface = kind === "code" ? "code-evaluator form" : "LLM-evaluator form";
    await expect(phoenix.received(late)).resolves.toEqual(failed(`edit_${kind}_evaluator_draft`, late, `The ${surface} is not open. Ask the person to open it, then call again.`));
  });

  test("that waits when another evaluator is opened in its form is cancelled", async () => {
    const phoenix = await evaluators("code");
    const call = await phoenix.propose("Edit the code evaluator");
    await edit(phoenix, shortEnough);
    await phoenix.reaches(call, "interrupted");
    await expect(field(phoenix, "code", "Name").inputValue()).resolves.toBe(shortEnough);
    await expect(phoenix.count(call)).resolves.toBe(1);
  });

  test("is not applied to a draft that the person changed meanwhile", async () => {
    const phoenix = await evaluators("code");
    const call = await phoenix.propose("Edit the code evaluator");
    await field(phoenix, "code", "Name").fill("mine");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "failed");
    await expect(field(phoenix, "code", "Name").inputValue()).resolves.toBe("mine");
    await expect(phoenix.received(call)).resolves.toEqual(
      failed("edit_code_evaluator_draft", call, "Nothing was changed: the draft changed while this waited. Read it again, then propose again."),
    );
  });

  test("changes the language of a new evaluator with its sandbox, and of no other", async () => {
    const phoenix = await evaluators("code");
    const call = await phoenix.propose("Into TypeScript");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(phoenix.form("code").getByLabel("TypeScript").isChecked()).resolves.toBe(true);
    await expect(field(phoenix, "code", "Sandbox").inputValue()).resolves.toBe("sandbox-deno");
    await edit(phoenix, shortEnough);
    const [late = ""] = await phoenix.record("Into TypeScript");
    await expect(phoenix.received(late)).resolves.toEqual(failed("edit_code_evaluator_draft", late, "The language of an evaluator that exists can't be changed."));
  });

  test("with an operation that there is not is answered at once", async () => {
    const phoenix = await evaluators("code");
    const [call = ""] = await phoenix.record("An operation that there is not");
    await expect(phoenix.received(call)).resolves.toEqual(
      failed("edit_code_evaluator_draft", call, "The input of edit_code_evaluator_draft is not of its shape. Compare it with the tool's schema, then call again."),
    );
  });
});

describe("submitting an evaluator's draft", () => {
  test.each(["code", "llm"] as const)("under manual saves nothing: the person does. %s", async (kind) => {
    const phoenix = await evaluators(kind);
    const edited = await phoenix.propose(`Edit the ${noun[kind]}`);
    await phoenix.press(edited, "Accept");
    await phoenix.reaches(edited, "answered");
    const before = await saved(phoenix);
    const [call = ""] = await phoenix.record(`Submit the ${noun[kind]}`);
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: `submit_${kind}_evaluator_draft`,
        toolCallId: call,
        output: JSON.stringify({ status: "awaiting_user", persisted: false, requiresUserAction: true, message: "The form is ready and nothing is saved yet: the person saves it." }),
      },
    ]);
    await phoenix.card(call).locator(".badge", { hasText: "Awaiting user" }).waitFor();
    await expect(saved(phoenix)).resolves.toEqual(before);

    await phoenix.form(kind).getByRole("button", { name: "Save" }).click();
    await phoenix.form(kind).getByRole("heading", { name: `Edit ${noun[kind]}` }).waitFor();
    await expect(saved(phoenix)).resolves.toEqual([...before, kind === "code" ? "few words" : "tone"]);
  });

  test.each(["code", "llm"] as const)("under bypass saves what is in the form: %s", async (kind) => {
    const phoenix = await evaluators(kind);
    await phoenix.page.getByLabel("Bypass").check();
    const [edited = ""] = await phoenix.record(`Edit the ${noun[kind]}`);
    await phoenix.reaches(edited, "answered");
    await expect(phoenix.received(edited)).resolves.toMatchObject([{ output: { status: "accepted", acceptedBy: "auto", ...approval("accepted", "auto") } }]);
    const [call = ""] = await phoenix.record(`Submit the ${noun[kind]}`);
    const name = kind === "code" ? "few words" : "tone";
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: `submit_${kind}_evaluator_draft`,
        toolCallId: call,
        output: JSON.stringify({
          status: "saved",
          persisted: true,
          acceptedBy: "auto",
          evaluator: { id: btoa(kind === "code" ? "CodeEvaluator:3" : "LLMEvaluator:3"), name },
          approval: { decision: "accepted", source: "auto" },
        }),
      },
    ]);
    await expect(saved(phoenix)).resolves.toEqual([shortEnough, "polite", name]);
  });

  test("under bypass what can't be saved is an error", async () => {
    const phoenix = await evaluators("code");
    await phoenix.page.getByLabel("Bypass").check();
    const [call = ""] = await phoenix.record("Submit the code evaluator");
    await expect(phoenix.received(call)).resolves.toEqual(failed("submit_code_evaluator_draft", call, "The evaluator has no name. Nothing was saved."));
  });

  test("without its form is answered at once", async () => {
    const phoenix = await evaluators();
    const [call = ""] = await phoenix.record("Submit the LLM evaluator");
    await expect(phoenix.received(call)).resolves.toEqual(failed("submit_llm_evaluator_draft", call, "The LLM-evaluator form is not open. Ask the person to open it, then call again."));
  });
});

describe("the form of an evaluator", () => {
  test("takes the focus when it opens, and gives it back when it closes", async () => {
    const phoenix = await evaluators();
    await phoenix.button("New code evaluator").focus();
    await phoenix.page.keyboard.press("Enter");
    await phoenix.page.waitForFunction(() => document.activeElement?.textContent === "New code evaluator" && document.activeElement.tagName === "H2");
    await phoenix.page.keyboard.press("Tab");
    await phoenix.page.keyboard.press("Enter");
    await phoenix.page.waitForFunction(() => document.activeElement?.textContent === "Evaluators");
    await expect(phoenix.form("code").count()).resolves.toBe(0);
  });
});
