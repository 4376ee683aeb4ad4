import { createApprovalStore, type ToolOutput } from "countersign";
import { createToolRegistry, defineTool } from "countersign/registry";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

const editTool = defineTool({ name: "edit", validate: z.object({ text: z.string() }) });
const readTool = defineTool({ name: "read", review: false });

function setUp(waitForHandlerMs?: number) {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({
    onOutput: (output) => {
      sent.push(output);
    },
  });
  const registry = createToolRegistry({
    store,
    tools: [editTool, readTool],
    waitForHandlerMs,
    isServerExecuted: ({ toolName }) => toolName.startsWith("server_"),
  });
  return { store, sent, registry };
}

describe("a tool registry", () => {
  it("routes a call to the handler of its name, checked by its tool", () => {
    const { store, sent, registry } = setUp();
    const written: string[] = [];
    registry.registerHandler(editTool, {
      preview: ({ text }) => ({ before: "", after: text.toUpperCase() }),
      apply: ({ text }) => {
        written.push(text);
      },
    });
    expect(registry.dispatch({ toolCallId: "bad", toolName: "edit", input: { text: 1 } })).toMatchObject({ approval: { status: "invalid" } });
    expect(registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } })).toMatchObject({ approval: { status: "pending", preview: { after: "X" } } });
    store.accept("a");
    expect(written).toEqual(["x"]);
    expect(sent.map(({ state, toolCallId }) => [state, toolCallId])).toEqual([
      ["output-error", "bad"],
      ["output-available", "a"],
    ]);
  });

  it("runs a tool without review at once and sends its output as it is", () => {
    const { sent, registry } = setUp();
    registry.registerHandler(readTool, { apply: () => ({ status: "applied", output: "the text" }) });
    registry.dispatch({ toolCallId: "a", toolName: "read", input: {} });
    expect(sent).toEqual([{ state: "output-available", tool: "read", toolCallId: "a", output: "the text" }]);
  });

  it("answers an unknown tool by its name", () => {
    const { sent, registry } = setUp();
    for (const toolName of ["nope", "__proto__", "constructor"]) {
      registry.dispatch({ toolCallId: toolName, toolName, input: {} });
    }
    expect(sent.map((output) => output.state === "output-error" && output.errorText)).toEqual([
      'There is no tool "nope".',
      'There is no tool "__proto__".',
      'There is no tool "constructor".',
    ]);
  });

  it("answers at once when nothing is mounted", () => {
    const { store, sent, registry } = setUp();
    registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } });
    expect(store.getApproval("a")?.outcome).toMatchObject({ status: "invalid", code: "handler_missing" });
    expect(sent).toHaveLength(1);
  });

  it("leaves calls alone that the server runs", () => {
    const { store, sent, registry } = setUp();
    expect(registry.dispatch({ toolCallId: "a", toolName: "server_x", input: {} })).toEqual({ result: "ignored" });
    expect(registry.dispatch({ toolCallId: "b", toolName: "unknown", input: {}, providerExecuted: true })).toEqual({ result: "ignored" });
    expect([sent.length, store.getSnapshot().approvals.size]).toEqual([0, 0]);
  });

  it("refuses two tools of one name, and handlers of none of its tools", () => {
    const { store, registry } = setUp();
    expect(() => createToolRegistry({ store, tools: [editTool, editTool] })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(() => registry.registerHandler("nope", { apply: () => undefined })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("ends with a registration what that registration began, and nothing else", () => {
    const { store, registry } = setUp();
    const calls: string[] = [];
    const register = (name: string): (() => void) =>
      registry.registerHandler(editTool, {
        apply: () => {
          calls.push(name);
        },
      });
    const accept = (toolCallId: string): unknown => {
      registry.dispatch({ toolCallId, toolName: "edit", input: { text: toolCallId } });
      return store.getApproval(toolCallId)?.status === "pending" ? store.accept(toolCallId).result : "not pending";
    };
    const releaseOld = register("old");
    const releaseNew = register("new");
    accept("1");
    releaseOld();
    releaseOld();
    accept("2");
    releaseNew();
    expect(accept("3")).toBe("not pending");
    const releaseThird = register("third");
    releaseNew();
    accept("4");
    releaseThird();
    expect(calls).toEqual(["new", "new", "third"]);
  });

  it("takes a frozen handler, and an object of a class with its private fields", () => {
    const { store, registry } = setUp();
    const written: string[] = [];
    class Writer {
      readonly #name = "its own";
      apply({ text }: { readonly text: string }): void {
        written.push(`${this.#name} ${text}`);
      }
    }
    for (const handler of [new Writer(), Object.freeze({ apply: ({ text }: { readonly text: string }) => void written.push(text) })]) {
      registry.registerHandler(editTool, handler);
      const toolCallId = `call ${written.length}`;
      registry.dispatch({ toolCallId, toolName: "edit", input: { text: "x" } });
      store.accept(toolCallId);
    }
    expect(written).toEqual(["its own x", "x"]);
  });

  describe("that waits for handlers", () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it("goes on when one is mounted in time", async () => {
      const { store, sent, registry } = setUp(1_000);
      registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } });
      await vi.advanceTimersByTimeAsync(500);
      expect([store.getApproval("a")?.status, sent.length]).toEqual(["proposed", 0]);
      registry.registerHandler(editTool, { apply: () => undefined });
      await vi.advanceTimersByTimeAsync(0);
      expect(store.getApproval("a")?.status).toBe("pending");
      await vi.advanceTimersByTimeAsync(5_000);
      expect([store.getApproval("a")?.status, sent.length]).toEqual(["pending", 0]);
    });

    it.each([Number.POSITIVE_INFINITY, 2 ** 31])("waits on when it may wait for %s ms", async (ms) => {
      const { store, sent, registry } = setUp(ms);
      registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } });
      await vi.advanceTimersByTimeAsync(60_000);
      expect([store.getApproval("a")?.status, sent.length]).toEqual(["proposed", 0]);
      registry.registerHandler(editTool, { apply: () => undefined });
      await vi.advanceTimersByTimeAsync(0);
      expect(store.getApproval("a")?.status).toBe("pending");
    });

    it("answers when none is", async () => {
      const { store, sent, registry } = setUp(1_000);
      registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } });
      await vi.advanceTimersByTimeAsync(1_001);
      expect(store.getApproval("a")?.outcome).toMatchObject({ code: "handler_missing" });
      registry.registerHandler(editTool, { apply: () => undefined });
      await vi.advanceTimersByTimeAsync(1_001);
      expect(sent).toHaveLength(1);
    });

    it("keeps a cancelled call cancelled when a handler comes after all", async () => {
      const { store, sent, registry } = setUp(1_000);
      registry.dispatch({ toolCallId: "a", toolName: "edit", input: { text: "x" } });
      store.cancel("a");
      registry.registerHandler(editTool, { apply: () => undefined });
      await vi.advanceTimersByTimeAsync(1_001);
      expect([store.getApproval("a")?.status, sent.length]).toEqual(["cancelled", 1]);
    });
  });
});

describe("calls that a reload left without an answer", () => {
  const safeTool = defineTool({ name: "safe", rehydratable: true });
  const safeReadTool = defineTool({ name: "safe_read", review: false, rehydratable: true });

  function reloaded(editPermission: "manual" | "bypass" = "manual") {
    const sent: ToolOutput[] = [];
    const store = createApprovalStore({
      editPermission,
      onOutput: (output) => {
        sent.push(output);
      },
    });
    const registry = createToolRegistry({ store, tools: [editTool, safeTool, safeReadTool], isServerExecuted: ({ toolName }) => toolName.startsWith("server_") });
    const apply = vi.fn<() => undefined>(() => undefined);
    for (const tool of ["edit", "safe", "safe_read"]) registry.registerHandler(tool, { apply });
    return { store, sent, registry, apply };
  }
  const call = (toolCallId: string, toolName: string) => ({ toolCallId, toolName, input: { text: toolCallId } });

  it("are staged again when their tool says that it is safe, and are answered with an error otherwise", () => {
    const { store, sent, registry } = reloaded();
    const results = registry.restage([call("a", "safe"), call("b", "edit"), call("c", "nope"), call("d", "server_x")]);
    expect([...results].map(([id, { result }]) => [id, result])).toEqual([
      ["a", "registered"],
      ["b", "registered"],
      ["c", "registered"],
      ["d", "ignored"],
    ]);
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(store.getApproval("b")?.outcome).toMatchObject({ status: "invalid", code: "not_restored" });
    expect(sent.map(({ toolCallId, state }) => [toolCallId, state])).toEqual([
      ["b", "output-error"],
      ["c", "output-error"],
    ]);
  });

  it("are never applied without a click, whatever the mode", () => {
    const { store, registry, apply } = reloaded("bypass");
    registry.restage([call("a", "safe")]);
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(apply).not.toHaveBeenCalled();
  });

  it("run again where they change nothing and say so", () => {
    const { registry, sent, apply } = reloaded();
    registry.restage([call("a", "safe_read")]);
    expect(apply).toHaveBeenCalledTimes(1);
    expect(sent).toMatchObject([{ toolCallId: "a", state: "output-available" }]);
  });

  it("are answered also beside one that can't be read", () => {
    const { sent, registry } = reloaded();
    const unreadable = { toolCallId: "half a \ud83d", toolName: "edit", input: {} };
    expect(() => registry.restage([unreadable, call("b", "edit")])).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(sent).toMatchObject([{ toolCallId: "b", state: "output-error" }]);
  });

  it("stay as the store has them, when it was hydrated", () => {
    const before = reloaded();
    before.store.propose(call("waiting", "edit"));
    before.store.propose(call("answered", "edit"));
    before.store.reject("answered");
    const after = reloaded();
    after.store.hydrate(before.store.dehydrate());
    const results = after.registry.restage([call("waiting", "edit"), call("answered", "edit")]);
    expect(results.get("waiting")).toMatchObject({ result: "repeated", approval: { status: "pending" } });
    expect(results.get("answered")).toMatchObject({ result: "alreadySettled", outcome: { status: "rejected" } });
    expect(after.sent).toEqual([]);
  });
});
