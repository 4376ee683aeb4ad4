import { describe, expect, it, vi } from "vitest";
import { deferred, harness, settleMicrotasks, TOOL } from "./harness.ts";

describe("a rebase", () => {
  it("shows the call against what is there now, as its next generation, and never applies it by itself", () => {
    const { store, document, propose } = harness();
    propose("a");
    store.present("a");
    document.text = "someone else's line";
    document.revision = 2;
    expect(store.rebase("a", { generation: 1 })).toEqual({ result: "rebasing" });
    expect(store.getApproval("a")).toMatchObject({
      status: "pending",
      generation: 2,
      presented: false,
      expectedRevision: "r2",
      preview: { before: "someone else's line", after: "new line" },
    });
    expect(store.accept("a", { generation: 1 })).toMatchObject({ result: "refused", code: "stale_generation" });
    expect(document.writes).toBe(0);
    expect(store.accept("a", { generation: 2 })).toMatchObject({ result: "settled", outcome: { status: "accepted", edited: false } });
    expect(document.writes).toBe(1);
  });

  it("is what an accept can ask for instead of ending as stale", async () => {
    const { store, document, answers, propose } = harness({ validate: undefined }, { editPermission: "manual" });
    propose("a");
    const settled = store.whenSettled("a");
    document.revision = 7;
    store.setEditPermission("bypass");
    expect(store.accept("a", { ifStale: "rebase" })).toEqual({ result: "rebasing" });
    expect(store.getApproval("a")).toMatchObject({ status: "pending", generation: 2, expectedRevision: "r7" });
    expect(answers("a")).toEqual([]);
    expect(store.accept("a", { ifStale: "rebase" })).toMatchObject({ result: "settled", outcome: { status: "accepted" } });
    // Whoever waited for the call before it was shown anew gets its one outcome.
    await expect(settled).resolves.toMatchObject({ status: "accepted" });
    expect(answers("a")).toHaveLength(1);
  });

  it("tells the write which revision was shown", () => {
    const seen: unknown[] = [];
    const { store, document, propose } = harness({ apply: (_, { expectedRevision }) => void seen.push(expectedRevision) });
    propose("a");
    document.revision = 3;
    store.rebase("a");
    store.accept("a");
    expect(seen).toEqual(["r3"]);
  });

  it("works with a revision that is read later", async () => {
    const live = deferred<string>();
    const readRevision = vi.fn<() => string | Promise<string>>(() => "r1");
    const { store, propose } = harness({ readRevision });
    propose("a");
    readRevision.mockImplementationOnce(() => live.promise);
    readRevision.mockImplementation(() => "r2");
    expect(store.accept("a", { ifStale: "rebase" })).toEqual({ result: "applying" });
    live.resolve("r2");
    await settleMicrotasks();
    expect(store.getApproval("a")).toMatchObject({ status: "pending", generation: 2, expectedRevision: "r2" });
  });

  it("with another input is an edit, and the agent is told what was changed", () => {
    const { store, answers, propose } = harness();
    propose("a");
    store.rebase("a", { input: { line: "merged line" } });
    store.accept("a");
    expect(store.getApproval("a")?.outcome).toMatchObject({
      edited: true,
      difference: [{ op: "replace", path: "/line", value: "merged line" }],
    });
    expect(answers("a")).toMatchObject([
      { output: { edited: true, input: { line: "merged line" }, difference: [{ op: "replace", path: "/line", value: "merged line" }] } },
    ]);
  });

  it("that conflicts says why, and the call can be edited or rejected", () => {
    const { store, propose } = harness({
      preview: ({ line }) => {
        if (line === "gone") throw new Error("There is no such line.");
        return { before: "old line", after: line };
      },
    });
    propose("a");
    store.rebase("a", { input: { line: "gone" } });
    expect(store.getApproval("a")).toMatchObject({ status: "pending", draft: { status: "invalid", code: "preview_failed", errorText: "There is no such line." } });
    expect(store.accept("a")).toMatchObject({ result: "refused", code: "draft_invalid" });
    store.edit("a", { line: "there" });
    expect(store.accept("a")).toMatchObject({ result: "settled", outcome: { status: "accepted" } });
  });

  it("leaves the signal and the owner of the call as they were", () => {
    const { store } = harness({ ownerKey: () => "editor" });
    const controller = new AbortController();
    const release = store.acquireOwner("editor");
    for (const id of ["a", "b"]) {
      store.propose({ toolCallId: id, toolName: TOOL, input: { line: id } }, { signal: id === "a" ? controller.signal : undefined });
      store.rebase(id);
    }
    controller.abort();
    expect(store.getApproval("a")?.outcome).toEqual({ status: "cancelled", reason: "aborted" });
    expect(store.getApproval("b")).toMatchObject({ status: "pending", ownerKey: "editor" });
    release();
  });

  it("of what is not waiting does nothing", () => {
    const { store, propose } = harness();
    propose("a");
    store.reject("a");
    expect(store.rebase("a")).toMatchObject({ result: "alreadySettled", outcome: { status: "rejected" } });
    expect(() => store.rebase("nobody")).toThrow(expect.objectContaining({ code: "unknown_id" }) as Error);
    expect(() => store.accept("a", { ifStale: "maybe" as never })).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
  });
});
