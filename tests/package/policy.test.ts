import type { Policy } from "countersign";
import { describe, expect, it, vi } from "vitest";
import { harness } from "./harness.ts";

describe("a handler's policy", () => {
  it("denies whatever the mode: nothing is shown or written, and the agent is told", () => {
    for (const editPermission of ["manual", "bypass"] as const) {
      const preview = vi.fn<() => never>();
      const { store, answers, document, propose } = harness({ policy: () => "deny", preview }, { editPermission });
      propose("a");
      expect(store.getApproval("a")).toMatchObject({ status: "invalid", outcome: { code: "denied" } });
      expect(answers("a")).toMatchObject([{ state: "output-error", errorText: "The application does not allow this call." }]);
      expect(preview).not.toHaveBeenCalled();
      expect(document.writes).toBe(0);
    }
  });

  it("decides between asking and not asking, above the mode, by what the call is", () => {
    const policy = ({ line }: { readonly line: string }): Policy | undefined =>
      line === "ask" ? "manual" : line === "go" ? "bypass" : undefined;
    const { store, propose } = harness({ policy, readRevision: () => "same" }, { editPermission: "bypass" });
    for (const line of ["ask", "go", "else"]) propose(line, { line });
    store.setEditPermission("manual");
    for (const line of ["ask", "go", "else"]) propose(`${line} 2`, { line });
    expect([...store.getSnapshot().approvals.values()].map(({ status }) => status)).toEqual([
      "pending",
      "accepted",
      "accepted",
      "pending",
      "accepted",
      "pending",
    ]);
  });

  it("is asked once for each call, and not again by an edit or a repetition", () => {
    const policy = vi.fn<() => Policy>(() => "manual");
    const { store, propose } = harness({ policy });
    propose("a");
    propose("a");
    store.edit("a", { line: "edited" });
    store.accept("a");
    expect(policy).toHaveBeenCalledTimes(1);
  });

  it("that throws, or is none, leaves no call unanswered", () => {
    const policies = [
      () => {
        throw new Error("boom");
      },
      () => "perhaps" as never,
    ];
    for (const policy of policies) {
      const { store, answers, propose } = harness({ policy });
      propose("a");
      expect(store.getApproval("a")).toMatchObject({ status: "invalid" });
      expect(answers("a")).toHaveLength(1);
    }
  });
});
