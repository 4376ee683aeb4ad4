import { describe, expect, it } from "vitest";
import { harness } from "./harness.ts";

describe("a decision on a set of calls", () => {
  const shown = (...ids: string[]): ReturnType<typeof harness> => {
    const made = harness({ readRevision: () => "same" });
    for (const id of ids) {
      made.propose(id, { line: id });
      made.store.present(id);
    }
    return made;
  };

  it("accepts each by its own path, with a result for each, and one answer for each", () => {
    const { store, document, answers } = shown("a", "b", "c");
    store.reject("b");
    const result = store.acceptAll(["a", "b", { toolCallId: "c", generation: 1 }]);
    expect(result.result === "decided" && [...result.decisions].map(([id, { result: kind }]) => [id, kind])).toEqual([
      ["a", "settled"],
      ["b", "alreadySettled"],
      ["c", "settled"],
    ]);
    expect(document).toMatchObject({ text: "c", writes: 2 });
    for (const id of ["a", "b", "c"]) expect(answers(id)).toHaveLength(1);
  });

  it("rejects each, with one comment, and leaves newcomers alone", () => {
    const { store, answers, propose } = shown("a", "b");
    propose("new");
    expect(store.rejectAll(["a", "b"], { comment: "none" })).toMatchObject({ result: "decided" });
    expect([answers("a"), answers("b")]).toMatchObject([[{ output: { comment: "none" } }], [{ output: { comment: "none" } }]]);
    expect(store.getApproval("new")?.status).toBe("pending");
  });

  it("decides nothing when a call stands in it twice, was not shown, or is not known", () => {
    const { store, sent, propose } = shown("a");
    propose("unseen");
    expect(store.acceptAll(["a", "a"])).toMatchObject({ result: "refused", code: "duplicate_in_set" });
    expect(store.rejectAll(["a", "unseen"])).toMatchObject({ result: "refused", code: "not_presented" });
    expect(() => store.acceptAll(["a", "nobody"])).toThrow(expect.objectContaining({ code: "unknown_id" }) as Error);
    expect(sent).toEqual([]);
    expect(store.getApproval("a")?.status).toBe("pending");
  });

  it("refuses calls of a generation that was not seen, and decides the others", () => {
    const { store, propose } = shown("a", "b");
    store.reject("a");
    propose("a", { line: "again" });
    store.present("a");
    const result = store.acceptAll([{ toolCallId: "a", generation: 1 }, "b"]);
    expect(result.result === "decided" && result.decisions.get("a")).toMatchObject({ result: "refused", code: "stale_generation" });
    expect(store.getApproval("a")).toMatchObject({ generation: 2, status: "pending" });
    expect(store.getApproval("b")?.status).toBe("accepted");
  });

  it("of nothing decides nothing", () => {
    const { store } = shown("a");
    expect(store.acceptAll([])).toEqual({ result: "decided", decisions: new Map() });
  });
});
