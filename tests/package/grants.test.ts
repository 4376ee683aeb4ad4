import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { harness, TOOL } from "./harness.ts";

const same = { readRevision: (): string => "same" };

describe("a grant", () => {
  it("is for one very input by default: that one is accepted, and no other", () => {
    const { store, document, answers, propose } = harness(same);
    const grant = store.grant({ toolName: TOOL, input: { line: "yes" } });
    expect(grant).toEqual({ grantId: 1, toolName: TOOL, scope: { kind: "exact", input: { line: "yes" } } });
    propose("a", { line: "yes" });
    propose("b", { line: "yes!" });
    expect(store.getApproval("a")?.outcome).toMatchObject({ status: "accepted", approvalSource: "auto", grantId: 1 });
    expect(answers("a")).toMatchObject([{ output: { acceptedBy: "auto", approval: { decision: "accepted", source: "auto" } } }]);
    expect(store.getApproval("b")?.status).toBe("pending");
    expect(document.writes).toBe(1);
  });

  it("is listed while it holds, and accepts nothing once it is revoked", () => {
    const { store, propose } = harness(same);
    const before = store.getSnapshot();
    const told = vi.fn<() => void>();
    store.subscribe(told);
    const { grantId } = store.grant({ toolName: TOOL, input: { line: "yes" } });
    expect(told).toHaveBeenCalledTimes(1);
    expect(store.getSnapshot().grants).toHaveLength(1);
    expect(store.getSnapshot().grants).toBe(store.getSnapshot().grants);
    expect(before.grants).toEqual([]);
    store.revokeGrant(grantId);
    store.revokeGrant(grantId);
    expect(store.getSnapshot().grants).toEqual([]);
    propose("a", { line: "yes" });
    expect(store.getApproval("a")?.status).toBe("pending");
  });

  it("can have a matcher of the host, whose scope stands in the list in words", () => {
    const matches = vi.fn<(input: unknown) => boolean>((input) => JSON.stringify(input).length < 20);
    const { store, propose } = harness(same);
    expect(store.grant({ toolName: TOOL, matches, label: "lines of a few letters" }).scope).toEqual({ kind: "matching", label: "lines of a few letters" });
    propose("short", { line: "abc" });
    propose("long", { line: "abcdefghijklmnop" });
    expect(store.getApproval("short")?.outcome).toMatchObject({ grantId: 1 });
    expect(store.getApproval("long")?.status).toBe("pending");
    // It is asked once for each call, not for repetitions and edits.
    propose("long", { line: "abcdefghijklmnop" });
    store.edit("long", { line: "abc" });
    expect(matches).toHaveBeenCalledTimes(2);
    expect(store.getApproval("long")?.status).toBe("pending");
  });

  it("whose matcher throws, or says anything but true, accepts nothing", () => {
    const onError = vi.fn<(error: unknown) => void>();
    const { store, propose } = harness(same, { onError });
    store.grant({ toolName: TOOL, matches: () => "yes" as never, label: "x" });
    store.grant({
      toolName: TOOL,
      matches: () => {
        throw new Error("boom");
      },
      label: "x",
    });
    propose("a");
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("can be for a session, and ends with it", () => {
    const { store } = harness(same);
    const propose = (id: string, sessionId?: string): string | undefined => {
      store.propose({ toolCallId: id, toolName: TOOL, input: { line: "yes" } }, { sessionId });
      return store.getApproval(id)?.status;
    };
    store.grant({ toolName: TOOL, input: { line: "yes" }, sessionId: "s" });
    expect([propose("a", "s"), propose("b", "t"), propose("c")]).toEqual(["accepted", "pending", "pending"]);
    store.endSession("s");
    expect(store.getSnapshot().grants).toEqual([]);
  });

  it("does not stand against a denial, a policy of manual, or what a person must always see", () => {
    for (const policy of ["deny", "manual"] as const) {
      const { store, document, propose } = harness({ ...same, policy: () => policy });
      store.grant({ toolName: TOOL, input: { line: "new line" } });
      propose("a");
      expect(document.writes).toBe(0);
    }
    const { store, document } = harness(same);
    store.grant({ toolName: TOOL, input: { line: "x" } });
    store.propose({ toolCallId: "a", toolName: TOOL, input: { line: "x" } }, { review: "always" });
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(document.writes).toBe(0);
  });

  it("can't be made of nonsense", () => {
    const { store } = harness();
    const codeOf = (request: unknown): unknown => {
      try {
        return store.grant(request as never);
      } catch (thrown) {
        return (thrown as { code?: string }).code;
      }
    };
    for (const wrong of [{ toolName: 1, input: {} }, { toolName: "t", input: undefined }, { toolName: "t", matches: true, label: "x" }, { toolName: "t", matches: () => true }, { toolName: "t", input: {}, expiresInMs: -1 }]) {
      expect(codeOf(wrong)).toBe("invalid_argument");
    }
    expect(() => store.revokeGrant("1" as never)).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
  });
});

describe("a grant's time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends it, and the list says so by itself", () => {
    const { store, propose } = harness(same);
    store.grant({ toolName: TOOL, input: { line: "yes" }, expiresInMs: 60_000 });
    expect(store.getSnapshot().grants).toMatchObject([{ expiresAt: 1_060_000 }]);
    vi.advanceTimersByTime(59_999);
    propose("a", { line: "yes" });
    vi.advanceTimersByTime(1);
    expect(store.getSnapshot().grants).toEqual([]);
    propose("b", { line: "yes" });
    expect([store.getApproval("a")?.status, store.getApproval("b")?.status]).toEqual(["accepted", "pending"]);
  });
});

describe("a change of the mode", () => {
  it("leaves what waits alone, unless it is asked to take it with it", () => {
    const { store, document, propose } = harness(same);
    propose("a");
    store.setEditPermission("bypass");
    expect(store.getApproval("a")?.status).toBe("pending");
    store.propose({ toolCallId: "always", toolName: TOOL, input: { line: "x" } }, { review: "always" });
    store.setEditPermission("bypass", { applyToPending: true });
    expect(store.getApproval("a")?.outcome).toMatchObject({ status: "accepted", approvalSource: "auto" });
    expect(store.getApproval("always")?.status).toBe("pending");
    expect(document.writes).toBe(1);
  });
});
