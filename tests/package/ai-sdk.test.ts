import { Chat } from "@ai-sdk/react";
import { type ChatInit, type ChatTransport, lastAssistantMessageIsCompleteWithToolCalls, type UIMessage, type UIMessageChunk } from "ai";
import { type ApprovalHandler, type ApprovalStore, createApprovalStore, type ToolOutput } from "countersign";
import { createToolRegistry, defineTool } from "countersign/registry";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { deferred, settleMicrotasks, TOOL } from "./harness.ts";

type Turn = readonly UIMessageChunk[];

/** Streams one turn for each request, and keeps what it was sent. */
function transport(...turns: Turn[]): ChatTransport<UIMessage> & { readonly requests: UIMessage[][] } {
  const requests: UIMessage[][] = [];
  return {
    requests,
    reconnectToStream: () => Promise.resolve(null),
    sendMessages: ({ messages }) => {
      requests.push(structuredClone(messages));
      const chunks = turns[requests.length - 1] ?? [];
      return Promise.resolve(
        new ReadableStream<UIMessageChunk>({
          start: (controller) => {
            for (const chunk of chunks) controller.enqueue(chunk);
            controller.close();
          },
        }),
      );
    },
  };
}

/** A chat whose last message has a call of `edit_line` that waits, for each of these ids. */
function chatWith(ids: readonly string[], init: Partial<ChatInit<UIMessage>> = {}): Chat<UIMessage> {
  const parts = ids.map((toolCallId) => ({ type: `tool-${TOOL}` as const, toolCallId, state: "input-available" as const, input: { line: "new" } }));
  return new Chat<UIMessage>({
    transport: transport(),
    ...init,
    messages: [
      { id: "1", role: "user", parts: [{ type: "text", text: "Edit it." }] },
      { id: "2", role: "assistant", parts },
    ],
  });
}

function storeFor(chat: Pick<Chat<UIMessage>, "addToolOutput">, handler: Partial<ApprovalHandler<unknown>> = {}): ApprovalStore {
  return createApprovalStore({
    onOutput: chat.addToolOutput,
    handlers: { [TOOL]: { apply: () => ({ status: "applied", output: { revision: "r2" } }), ...handler } },
  });
}

const partsOf = ({ messages }: Chat<UIMessage>): unknown[] => messages.flatMap(({ parts }) => parts).filter(({ type }) => type !== "text" && type !== "step-start");
const propose = (store: ApprovalStore, toolCallId: string): unknown => store.propose({ toolCallId, toolName: TOOL, input: { line: "new" } });

describe("an answer in a chat of the AI SDK", () => {
  it("fits by its type", () => {
    expectTypeOf<ToolOutput>().toExtend<Parameters<Chat<UIMessage>["addToolOutput"]>[0]>();
    expectTypeOf<Chat<UIMessage>["addToolOutput"]>().toExtend<(output: ToolOutput) => unknown>();
    type OnToolCall = NonNullable<ChatInit<UIMessage>["onToolCall"]>;
    expectTypeOf<Parameters<OnToolCall>[0]["toolCall"]>().toExtend<Parameters<ApprovalStore["propose"]>[0]>();
  });

  const endings: [string, (store: ApprovalStore) => unknown, Partial<ApprovalHandler<unknown>>, object][] = [
    [
      "accepted",
      (store) => store.accept("a"),
      {},
      { state: "output-available", output: { status: "accepted", acceptedBy: "user", revision: "r2", approval: { decision: "accepted", source: "user" } } },
    ],
    [
      "rejected",
      (store) => store.reject("a", { comment: "not now" }),
      {},
      { state: "output-available", output: { status: "rejected", comment: "not now", message: expect.any(String), approval: { decision: "rejected", source: "user" } } },
    ],
    ["cancelled", (store) => store.cancel("a"), {}, { state: "output-error", errorText: expect.stringContaining("withdrawn") }],
    ["invalid", () => undefined, { validate: () => ({ ok: false, errorText: "No such line." }) }, { state: "output-error", errorText: "No such line." }],
    ["failed", (store) => store.accept("a"), { apply: () => ({ status: "failed", errorText: "The disk is full." }) }, { state: "output-error", errorText: "The disk is full." }],
    ["stale", (store) => store.accept("a"), { apply: () => ({ status: "stale", liveRevision: "r9" }) }, { state: "output-error", errorText: expect.stringContaining("r9") }],
    ["disposed of", (store) => store.dispose(), {}, { state: "output-error", errorText: expect.stringContaining("application closed") }],
  ];
  it.each(endings)("stands in its part when the call is %s, and in no other", async (_, decide, handler, part) => {
    const chat = chatWith(["a", "b"]);
    const store = storeFor(chat, handler);
    propose(store, "a");
    decide(store);
    await settleMicrotasks();
    expect(partsOf(chat)).toEqual([
      expect.objectContaining({ type: `tool-${TOOL}`, toolCallId: "a", input: { line: "new" }, ...part }),
      expect.objectContaining({ toolCallId: "b", state: "input-available" }),
    ]);
    expect(store.getApproval("a")).toMatchObject({ delivery: "delivered" });
  });

  it("stands in the parts of many calls that are decided in one go", async () => {
    const ids = ["a", "b", "c", "d"];
    const chat = chatWith(ids);
    const store = storeFor(chat);
    for (const id of ids) propose(store, id);
    store.accept("d");
    store.reject("b");
    store.cancel("a");
    store.accept("c");
    await settleMicrotasks();
    expect(partsOf(chat)).toMatchObject([
      { toolCallId: "a", state: "output-error" },
      { toolCallId: "b", output: { status: "rejected" } },
      { toolCallId: "c", output: { status: "accepted" } },
      { toolCallId: "d", output: { status: "accepted" } },
    ]);
  });

  it("that the chat refuses can be given again", async () => {
    const chat = chatWith(["a"]);
    const addToolOutput = vi.spyOn(chat, "addToolOutput").mockRejectedValueOnce(new Error("gone"));
    const store = storeFor(chat);
    propose(store, "a");
    store.accept("a");
    await settleMicrotasks();
    expect([store.getApproval("a"), partsOf(chat)]).toMatchObject([{ delivery: "undelivered" }, [{ state: "input-available" }]]);
    store.redeliver();
    await settleMicrotasks();
    expect([store.getApproval("a"), partsOf(chat)]).toMatchObject([{ delivery: "delivered" }, [{ state: "output-available" }]]);
    expect(addToolOutput).toHaveBeenCalledTimes(2);
  });

  it("goes on with the conversation, once, when the last call has its answer", async () => {
    const sender = transport([
      { type: "start" },
      { type: "start-step" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Done." },
      { type: "text-end", id: "t" },
      { type: "finish-step" },
      { type: "finish" },
    ]);
    const finished = deferred<undefined>();
    const chat = chatWith(["a", "b"], {
      transport: sender,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
      onFinish: () => finished.resolve(undefined),
    });
    const store = storeFor(chat);
    propose(store, "a");
    propose(store, "b");
    store.reject("a");
    await settleMicrotasks();
    expect(sender.requests).toEqual([]);
    store.cancel("b");
    await finished.promise;
    expect(sender.requests).toHaveLength(1);
    expect(sender.requests[0]?.at(-1)?.parts).toMatchObject([{ state: "output-available" }, { state: "output-error" }]);
  });
});

describe("a call that arrives in a stream of the AI SDK", () => {
  const lookUp = defineTool({ name: "look_up", review: false });
  const edit = defineTool({ name: TOOL });
  const call = (toolCallId: string, toolName: string, more: { readonly providerExecuted?: boolean } = {}): UIMessageChunk => ({
    type: "tool-input-available",
    toolCallId,
    toolName,
    input: { line: "new" },
    ...more,
  });

  function streaming(...chunks: UIMessageChunk[]) {
    const finished = deferred<undefined>();
    const chat: Chat<UIMessage> = new Chat<UIMessage>({
      transport: transport([{ type: "start" }, { type: "start-step" }, ...chunks, { type: "finish-step" }, { type: "finish" }]),
      onToolCall: ({ toolCall }) => {
        registry.dispatch(toolCall);
      },
      onFinish: () => finished.resolve(undefined),
    });
    const store = storeFor(chat);
    const registry = createToolRegistry({ store, tools: [lookUp, edit] });
    registry.registerHandler(lookUp, { apply: () => ({ status: "applied", output: "the text" }) });
    registry.registerHandler(edit, { apply: () => undefined });
    const sent = chat.sendMessage({ text: "Go." });
    return { chat, store, done: Promise.all([finished.promise, sent]) };
  }

  it("is answered within the stream where it needs nobody, and waits where it does", async () => {
    const { chat, store, done } = streaming(call("read", "look_up"), call("write", TOOL), call("unknown", "nope"));
    await done;
    expect(partsOf(chat)).toMatchObject([
      { toolCallId: "read", state: "output-available", output: "the text" },
      { toolCallId: "write", state: "input-available" },
      { toolCallId: "unknown", state: "output-error", errorText: 'There is no tool "nope".' },
    ]);
    store.accept("write");
    await settleMicrotasks();
    expect(partsOf(chat)[1]).toMatchObject({ state: "output-available", output: { status: "accepted" } });
  });

  it("is answered within the stream in bypass", async () => {
    const { chat, store, done } = streaming(call("a", TOOL), call("b", TOOL));
    store.setEditPermission("bypass");
    await done;
    expect(partsOf(chat)).toMatchObject([{ output: { acceptedBy: "auto" } }, { output: { acceptedBy: "auto" } }]);
  });

  it("is left to the provider that runs it", async () => {
    const { chat, store, done } = streaming(call("a", TOOL, { providerExecuted: true }));
    await done;
    expect(store.getSnapshot().approvals.size).toBe(0);
    expect(partsOf(chat)).toMatchObject([{ state: "input-available" }]);
  });
});
