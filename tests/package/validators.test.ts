import { createApprovalStore } from "countersign";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe.each([
  ["zod", z.object({ name: z.string().trim(), count: z.number().default(3) })],
  ["valibot", v.object({ name: v.pipe(v.string(), v.trim()), count: v.optional(v.number(), 3) })],
])("a Standard Schema of %s", (_, validate) => {
  it("checks and normalises; what it returns is shown and applied", () => {
    const applied: unknown[] = [];
    const store = createApprovalStore({ onOutput: () => undefined });
    store.registerHandler("t", {
      validate,
      preview: ({ name, count }) => ({ before: "", after: `${name} ${count.toFixed()}` }),
      apply: (input) => {
        applied.push(input);
      },
    });
    store.propose({ toolCallId: "a", toolName: "t", input: { name: "  x " } });
    expect(store.getApproval("a")).toMatchObject({ proposed: { name: "  x " }, input: { name: "x", count: 3 }, edited: false, preview: { after: "x 3" } });
    store.accept("a");
    expect(applied).toEqual([{ name: "x", count: 3 }]);
  });

  it("tells the agent what is wrong and where", () => {
    const store = createApprovalStore({ onOutput: () => undefined });
    store.registerHandler("t", { validate, apply: () => undefined });
    store.propose({ toolCallId: "a", toolName: "t", input: { name: 5 } });
    expect(store.getApproval("a")?.outcome).toMatchObject({ status: "invalid", errorText: expect.stringMatching(/^name: /) });
  });
});
