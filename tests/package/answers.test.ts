import { type Answer, type ApprovalHandler, createApprovalStore, type ToolOutput } from "countersign";
import { describe, expect, it } from "vitest";
import { harness } from "./harness.ts";

describe("a handler that words its answers", () => {
  const words: ApprovalHandler["toOutput"] = ({ status }, { toolCallId, input }) => ({ state: "output-available", output: { status, toolCallId, input: input ?? null } });

  it("is asked once for each of its calls, whatever the outcome", () => {
    const { store, propose, sent, document } = harness({ toOutput: words });
    for (const id of ["a", "b", "c"]) propose(id);
    propose("d", { line: 1 });
    store.accept("a");
    store.reject("b");
    store.cancel("c");
    document.revision += 1;
    expect(sent.map((output) => output.state === "output-available" && output.output)).toEqual([
      { status: "invalid", toolCallId: "d", input: null },
      { status: "accepted", toolCallId: "a", input: { line: "new line" } },
      { status: "rejected", toolCallId: "b", input: { line: "new line" } },
      { status: "cancelled", toolCallId: "c", input: { line: "new line" } },
    ]);
    expect(store.getApproval("b")?.outcome).toEqual({ status: "rejected" });
  });

  it("still words them when its registration has ended", () => {
    const sent: ToolOutput[] = [];
    const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
    const release = store.registerHandler("t", { apply: () => undefined, toOutput: () => ({ state: "output-error", errorText: "taken back", outcome: "interrupted" }) });
    store.propose({ toolCallId: "a", toolName: "t", input: {} });
    release();
    store.cancel("a");
    expect(sent).toEqual([{ state: "output-error", tool: "t", toolCallId: "a", errorText: "taken back", outcome: "interrupted" }]);
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["what is no answer", () => ({ state: "done" })],
    ["what is no JSON", () => ({ state: "output-available", output: () => 1 })],
    ["a throw", () => {
      throw new Error("no words");
    }],
  ])("leaves it to the store's words with %s", (_, toOutput) => {
    const errors: unknown[] = [];
    const { store, propose, sent } = harness({ toOutput: toOutput as () => Answer }, { onError: (error) => errors.push(error) });
    propose("a");
    store.reject("a");
    expect(sent).toMatchObject([{ output: { status: "rejected", approval: { decision: "rejected", source: "user" } } }]);
    expect(errors).toHaveLength(_ === "nothing" ? 0 : 1);
  });

  it("may use the store while it does, its own call included", () => {
    const seen: unknown[] = [];
    const errors: unknown[] = [];
    const { store, propose, sent } = harness(
      {
        toOutput: (outcome, { toolCallId }) => {
          const now = store.getApproval(toolCallId);
          seen.push([toolCallId, now?.status, store.cancel(toolCallId).result]);
          if (toolCallId === "a") propose("b");
          if (toolCallId === "a") store.cancel("b");
          // It is being worded: there is nothing to be read yet.
          seen.push(now?.outcome !== undefined && now.sent);
          return { state: "output-available", output: `${toolCallId} ${outcome.status}` };
        },
      },
      { onError: (error) => errors.push(error) },
    );
    propose("a");
    store.reject("a");
    expect(errors).toEqual([]);
    expect(seen).toEqual([["a", "rejected", "alreadySettled"], undefined, ["b", "cancelled", "alreadySettled"], undefined]);
    expect(new Set(sent.map((output) => output.state === "output-available" && output.output))).toEqual(new Set(["a rejected", "b cancelled"]));
    expect(sent).toHaveLength(2);
    const settled = store.getApproval("a");
    expect(settled?.outcome !== undefined && settled.sent).toBe(sent.find(({ toolCallId }) => toolCallId === "a"));
  });

  it("is told at `apply` what was shown", () => {
    const shown: unknown[] = [];
    const { store, propose } = harness({
      preview: () => ({ before: "", after: "", own: 7 }),
      apply: (_, { preview }) => void shown.push(preview),
    });
    propose("a");
    store.accept("a");
    expect(shown).toEqual([{ before: "", after: "", own: 7 }]);
  });
});
