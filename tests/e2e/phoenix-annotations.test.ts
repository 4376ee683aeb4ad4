import { describe, expect, test } from "vitest";
import { approval, type Phoenix, phoenixPages } from "./phoenix.ts";

const open = phoenixPages();

const accepted = (tool: string, toolCallId: string, output: object) => [{ state: "output-available", tool, toolCallId, output: { status: "accepted", acceptedBy: "user", ...output, ...approval("accepted") } }];
const failed = (tool: string, toolCallId: string, errorText: string) => [{ state: "output-error", tool, toolCallId, errorText }];

describe("a write of an annotation config", () => {
  const show = async (): Promise<Phoenix> => {
    const phoenix = await open();
    await phoenix.show("Annotation configs");
    return phoenix;
  };
  const config = (phoenix: Phoenix, name: string) => phoenix.page.locator(`[data-config="${name}"]`).getByRole("cell").allInnerTexts();
  const lengthId = btoa("ContinuousAnnotationConfig:2");

  test("shows the whole config; accepted, it is there", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Make a config");
    await phoenix.card(call).getByRole("heading", { name: "Create annotation config" }).waitFor();
    await expect(phoenix.written(call)).resolves.toEqual({
      config: {
        type: "categorical",
        name: "correctness",
        optimizationDirection: "MAXIMIZE",
        description: "Whether the answer is right.",
        values: [
          { label: "right", score: 1 },
          { label: "wrong", score: 0 },
        ],
      },
    });
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(config(phoenix, "correctness")).resolves.toMatchObject(["categorical", "more", expect.stringContaining("right (1), wrong (0)"), {}]);
    await expect(phoenix.received(call)).resolves.toEqual(accepted("create_annotation_config", call, { message: 'The annotation config "correctness" is made.' }));
  });

  test("that replaces one warns of it, and replaces it", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Replace a config");
    await expect(phoenix.card(call).locator(".danger-note").textContent()).resolves.toBe("The whole config is replaced: what is not listed is lost.");
    await expect(phoenix.written(call)).resolves.toMatchObject({ configId: lengthId, config: { lowerBound: 0, upperBound: 400 } });
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(config(phoenix, "length")).resolves.toEqual(["continuous", "less", "0 to 400", lengthId]);
    await expect(phoenix.received(call)).resolves.toEqual(accepted("update_annotation_config", call, { message: 'The annotation config "length" is replaced.' }));
  });

  test("that is rejected writes nothing", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Replace a config");
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(config(phoenix, "length")).resolves.toMatchObject({ 2: "0 to 200" });
    await expect(phoenix.received(call)).resolves.toMatchObject([
      { output: { status: "rejected", message: "The person rejected the change. The annotation configs are as they were.", ...approval("rejected") } },
    ]);
  });

  test("under bypass is written without asking", async () => {
    const phoenix = await show();
    await phoenix.page.getByLabel("Bypass").check();
    const [call = ""] = await phoenix.record("Replace a config");
    await phoenix.reaches(call, "answered");
    await expect(config(phoenix, "length")).resolves.toMatchObject({ 2: "0 to 400" });
    await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "accepted", acceptedBy: "auto", ...approval("accepted", "auto") } }]);
  });

  test("that is no config says so: by its shape at once, else when it is accepted", async () => {
    const phoenix = await show();
    const [shape = ""] = await phoenix.record("A config of no such type");
    await expect(phoenix.received(shape)).resolves.toEqual(
      failed("create_annotation_config", shape, "The input of create_annotation_config is not of its shape. Compare it with the tool's schema, then call again."),
    );
    const call = await phoenix.propose("A config without values");
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "failed");
    await expect(phoenix.received(call)).resolves.toEqual(failed("create_annotation_config", call, "A categorical config needs values. Nothing was changed."));
  });

  test("waits again after a reload, and is not written by itself, whatever mode was stored", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Replace a config");
    await phoenix.page.getByLabel("Bypass").check();
    await phoenix.page.reload();
    await phoenix.reaches(call, "pending");
    await phoenix.show("Annotation configs");
    await expect(config(phoenix, "length")).resolves.toMatchObject({ 2: "0 to 200" });
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(config(phoenix, "length")).resolves.toMatchObject({ 2: "0 to 400" });
    await expect(phoenix.received(call)).resolves.toEqual(accepted("update_annotation_config", call, { message: 'The annotation config "length" is replaced.' }));
  });
});

describe("annotations of spans", () => {
  const show = async (): Promise<Phoenix> => {
    const phoenix = await open();
    await phoenix.show("Spans");
    return phoenix;
  };
  const [first, second] = ["5a1c0e77b2d94f03", "c93f1b6a08e2457d"] as const;
  const annotations = (phoenix: Phoenix, spanId: string) => phoenix.span(spanId).locator(".annotation").allTextContents();
  const two = [
    { spanId: first, spanNodeId: null, name: "correctness", label: "right", score: 1, explanation: "The list of closed days says so." },
    { spanId: null, spanNodeId: btoa("Span:8"), name: "correctness", label: "wrong", score: 0, explanation: "It costs twenty cents." },
  ];

  test("say of which span they are; accepted, the spans have them", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Annotate two answers");
    const items = await phoenix.card(call).getByRole("listitem").allInnerTexts();
    expect(items.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      `correctness: right, 1 on “answer question” ${first}, by LLM The list of closed days says so.`,
      `correctness: wrong, 0 on “answer question” ${btoa("Span:8")}, by LLM, as second reader It costs twenty cents.`,
    ]);
    await expect(annotations(phoenix, first)).resolves.toEqual(["tone: friendly"]);
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    await expect(annotations(phoenix, first)).resolves.toEqual(["tone: friendly", "correctness: right, 1"]);
    await expect(annotations(phoenix, second)).resolves.toEqual(["correctness: wrong, 0"]);
    await expect(phoenix.received(call)).resolves.toEqual(
      accepted("batch_span_annotate", call, { count: 2, annotations: two, message: "2 annotations are written." }),
    );
  });

  test("that are rejected are not written", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Annotate two answers");
    await phoenix.press(call, "Reject");
    await phoenix.reaches(call, "rejected");
    await expect(annotations(phoenix, second)).resolves.toEqual([]);
    await expect(phoenix.received(call)).resolves.toEqual([
      {
        state: "output-available",
        tool: "batch_span_annotate",
        toolCallId: call,
        output: { status: "rejected", count: 2, annotations: two, message: "The person rejected the annotations. None was written.", ...approval("rejected") },
      },
    ]);
  });

  test("shows some of many first, and all when asked", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Annotate all of them");
    const shown = phoenix.card(call).getByRole("listitem");
    await expect(shown.count()).resolves.toBe(4);
    await phoenix.card(call).getByRole("button", { name: "Show all 6 annotations" }).click();
    await expect(shown.count()).resolves.toBe(6);
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "answered");
    // The one with the same name is replaced.
    await expect(annotations(phoenix, first)).resolves.toEqual(["length: 29", "tone: friendly"]);
  });

  test("under bypass are written without asking, and a second time they take the place of the first", async () => {
    const phoenix = await show();
    await phoenix.page.getByLabel("Bypass").check();
    for (const call of [...(await phoenix.record("Annotate two answers")), ...(await phoenix.record("Annotate two answers"))]) {
      await phoenix.reaches(call, "answered");
      await expect(phoenix.received(call)).resolves.toMatchObject([{ output: { status: "accepted", acceptedBy: "auto", count: 2, ...approval("accepted", "auto") } }]);
    }
    await expect(annotations(phoenix, second)).resolves.toEqual(["correctness: wrong, 0"]);
  });

  test("of a span that is gone are all not written", async () => {
    const phoenix = await show();
    const call = await phoenix.propose("Annotate a span that is gone");
    await phoenix.card(call).getByText("on a span that is not in view").waitFor();
    await phoenix.press(call, "Accept");
    await phoenix.reaches(call, "failed");
    await expect(phoenix.received(call)).resolves.toEqual(failed("batch_span_annotate", call, "There is no span ffffffffffffffff. None of the annotations was written."));
    await expect(annotations(phoenix, "04d7ae52f1c88b36")).resolves.toEqual([]);
  });

  test("that say nothing are answered at once", async () => {
    const phoenix = await show();
    const [call = ""] = await phoenix.record("An annotation that says nothing");
    await expect(phoenix.received(call)).resolves.toMatchObject([{ state: "output-error", tool: "batch_span_annotate" }]);
    await expect(phoenix.waiting()).resolves.toBe("Ledger: 1 call waits");
  });
});
