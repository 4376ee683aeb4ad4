import { createApprovalStore } from "countersign";
import { expect, it } from "vitest";
// By path: the package lets nobody reach its core. Loaded once already, it answers with what is there.
import { initSync } from "../../node_modules/countersign/esm/core/glue.js";

it("100,000 proposals and answers leave the memory of the core as it was", { timeout: 60_000 }, () => {
  const store = createApprovalStore({ onOutput: () => undefined });
  store.registerHandler("t", { preview: () => ({ before: "a\nb\n", after: "a\nc\n" }), readRevision: () => "r", apply: () => undefined });
  const { memory } = initSync(undefined as never);
  const cycles = (from: number, to: number): number => {
    for (let index = from; index < to; index += 1) {
      const toolCallId = `call_${index}`;
      store.propose({ toolCallId, toolName: "t", input: { text: "x".repeat(200), index } }, { sessionId: `s${index % 7}` });
      if (index % 100 === 0) store.diff(toolCallId);
      if (index % 3 === 0) store.edit(toolCallId, { text: "y", index });
      if (index % 2 === 0) store.accept(toolCallId);
      else store.reject(toolCallId);
    }
    return memory.buffer.byteLength;
  };
  const warm = cycles(0, 5_000);
  expect(cycles(5_000, 105_000)).toBe(warm);
  expect(store.getSnapshot().approvals.size).toBe(1_000);
});
