import { describe, expect, it, vi } from "vitest";
import { harness, TOOL } from "./harness.ts";

const before = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");
const after = before.replace("line 2\n", "first\n").replace("line 20\n", "second\n").replace("line 38\n", "third\n");

function divisible(fromDisplay: (text: string, input: { readonly line: string }) => unknown = (line) => ({ line })) {
  const made = harness({ fromDisplay, readRevision: () => "r" });
  made.document.text = before;
  made.propose("a", { line: after });
  return made;
}

describe("a part of what is shown", () => {
  it("can be taken: two hunks of three are shown, applied, and told to the agent", () => {
    const { store, document, answers } = divisible();
    expect(store.diff("a")?.hunks).toHaveLength(3);
    expect(store.editHunks("a", [0, 2])).toEqual({ result: "edited" });
    const part = after.replace("second\n", "line 20\n");
    expect(store.getApproval("a")).toMatchObject({ status: "pending", edited: true, preview: { before, after: part } });
    expect(store.diff("a")?.hunks).toHaveLength(2);
    store.accept("a");
    expect(document.text).toBe(part);
    expect(answers("a")).toMatchObject([{ output: { edited: true, input: { line: part }, difference: [{ op: "replace", path: "/line", value: part }] } }]);
  });

  it("is all of it, or nothing of it", () => {
    const { store } = divisible();
    store.editHunks("a", [0, 1, 2]);
    expect(store.getApproval("a")).toMatchObject({ edited: false, preview: { after } });
    store.editHunks("a", []);
    expect(store.getApproval("a")).toMatchObject({ edited: true, preview: { after: before } });
  });

  it("can't be taken where the handler can't make an input of it, and the call goes on waiting", () => {
    const throwing = divisible(() => {
      throw new Error("Only whole messages can be changed.");
    });
    expect(throwing.store.editHunks("a", [0])).toMatchObject({ result: "refused", code: "not_divisible", message: "Only whole messages can be changed." });
    const whole = harness();
    whole.propose("a");
    expect(whole.store.editHunks("a", [0])).toMatchObject({ result: "refused", code: "not_divisible" });
    expect(whole.store.getApproval("a")).toMatchObject({ status: "pending", edited: false });
  });

  it("is checked like any edit", () => {
    const { store } = divisible(() => ({ line: 7 }));
    store.editHunks("a", [0]);
    expect(store.getApproval("a")).toMatchObject({ draft: { status: "invalid", code: "invalid_input" } });
  });

  it("of an earlier generation, or with a hunk that is not there, is not taken", () => {
    const { store } = divisible();
    expect(() => store.editHunks("a", [3])).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
    expect(() => store.editHunks("nobody", [0])).toThrow(expect.objectContaining({ code: "unknown_id" }) as Error);
    store.rebase("a");
    expect(store.editHunks("a", [0], { generation: 1 })).toMatchObject({ result: "refused", code: "stale_generation" });
    store.reject("a");
    expect(store.editHunks("a", [0])).toMatchObject({ result: "alreadySettled" });
  });

  it("asks the handler with what is shown now", () => {
    const fromDisplay = vi.fn<(text: string, input: { readonly line: string }) => unknown>((line) => ({ line }));
    const { store } = divisible(fromDisplay);
    store.editHunks("a", [1]);
    expect(fromDisplay).toHaveBeenCalledWith(before.replace("line 20\n", "second\n"), { line: after }, { toolCallId: "a", toolName: TOOL, generation: 1, expectedRevision: "r" });
  });
});
