import { createApprovalStore, type ToolOutput } from "countersign";
import {
  createPhoenixRegistry,
  defineClientActionTool,
  defineSessionTool,
  elicitationHandler,
  experimentPatchHandler,
  phoenixMessages,
  type PlaygroundMessage,
  promptEditHandler,
  type PromptEditHost,
  readPromptInstance,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import { settleMicrotasks } from "./harness.ts";

/** One prompt, and the edits that an agent sends which has read it. */
function prompt() {
  let messages: readonly PlaygroundMessage[] = [{ id: 1, role: "user", content: "a" }];
  const host: PromptEditHost = {
    getPlayground: () => ({ instances: [{ id: 0, provider: "OPENAI", messages }] }),
    reserveMessageIds: () => 9,
    applyPromptEdit: (edit) => {
      messages = edit.messages;
    },
  };
  const write = (content: string) => [{ type: "update_message", messageId: 1, content }] as const;
  return {
    host,
    write,
    edit: (content: string) => {
      const read = readPromptInstance(host);
      return { instanceId: 0, expectedRevision: read.ok ? read.output.revision : "", operations: write(content) };
    },
    text: () => messages[0]?.content,
    change: (content: string, role = "user") => {
      messages = [{ id: 1, role, content }];
    },
  };
}

function proposing() {
  const sent: ToolOutput[] = [];
  const subject = prompt();
  const store = createApprovalStore({ onOutput: (output) => void sent.push(output), handlers: { edit_prompt_instance: promptEditHandler(subject.host) } });
  return { ...subject, store, sent, propose: (toolCallId: string, input: unknown) => store.propose({ toolCallId, toolName: "edit_prompt_instance", input }) };
}

describe("an edit of what has changed since it was shown", () => {
  it("is never an empty diff to accept: its draft says why, and what was shown stays", async () => {
    const app = proposing();
    const input = app.edit("b");
    app.propose("c", input);
    const { preview } = app.store.getApproval("c") ?? {};
    app.change("drifted");
    app.store.edit("c", { ...input, operations: app.write("bb") });
    expect(app.store.getApproval("c")).toMatchObject({ status: "pending", preview, draft: { status: "invalid", errorText: phoenixMessages.PROMPT_STALE_AT_ACCEPT() } });
    expect(app.store.accept("c")).toMatchObject({ result: "refused", code: "draft_invalid" });
    app.store.reject("c");
    expect(app.sent).toMatchObject([{ output: { status: "rejected", instanceId: 0 } }]);
  });

  it.each(["rebase", "accept"] as const)("is shown anew on what is there now, and written as that: %s", async (by) => {
    const app = proposing();
    const input = app.edit("b");
    app.propose("c", input);
    app.change("a", "system");
    if (by === "rebase") app.store.rebase("c");
    else app.store.accept("c", { ifStale: "rebase" });
    expect(app.store.getApproval("c")).toMatchObject({ status: "pending", draft: undefined, generation: 2, preview: { before: "role: system\n\ncontent:\na", after: "role: system\n\ncontent:\nb" } });
    app.store.edit("c", { ...input, operations: app.write("bb") });
    expect(app.store.getApproval("c")).toMatchObject({ draft: undefined, preview: { after: "role: system\n\ncontent:\nbb" } });
    expect(app.store.accept("c").result).toBe("settled");
    await settleMicrotasks();
    expect([app.text(), app.sent]).toMatchObject(["bb", [{ output: { status: "accepted" } }]]);
  });

  it("that no longer fits can't be shown anew, and says so", () => {
    const app = proposing();
    app.propose("c", { ...app.edit("b"), operations: [{ type: "update_message", messageId: 1, content: "b" }] });
    app.host.applyPromptEdit({ instanceId: 0, messages: [{ id: 2, role: "user", content: "other" }], operations: [], touchedMessageIds: [] });
    app.store.rebase("c");
    expect(app.store.getApproval("c")).toMatchObject({ status: "pending", draft: { status: "invalid", errorText: phoenixMessages.MESSAGE_NOT_FOUND("1") } });
  });

  it("that was stale as it came is answered so, and shown to nobody", () => {
    const app = proposing();
    const input = app.edit("b");
    app.change("drifted");
    app.propose("c", input);
    expect(app.store.getApproval("c")?.status).toBe("stale");
    expect(app.sent).toMatchObject([{ state: "output-error", errorText: phoenixMessages.PROMPT_STALE_AT_PROPOSE() }]);
  });
});

describe("an answer that needs nobody", () => {
  const experimentId = btoa("Experiment:1");
  const patching = () => {
    const sent: ToolOutput[] = [];
    const commits: unknown[] = [];
    const handler = experimentPatchHandler({
      fetchExperiment: () => ({ name: "A", description: null, metadata: {}, updatedAt: "t1" }),
      commit: ({ payload }) => void commits.push(payload),
    });
    const store = createApprovalStore({ onOutput: (output) => void sent.push(output), handlers: { patch_experiment: handler } });
    store.propose({ toolCallId: "c", toolName: "patch_experiment", input: { experimentId, name: "B" } });
    return { sent, commits, store };
  };

  it("of a draft is not that of what is accepted or rejected after it", async () => {
    for (const by of ["accept", "reject"] as const) {
      const { sent, commits, store } = patching();
      store.edit("c", { experimentId, name: "A" });
      expect(store.getApproval("c")?.draft).toMatchObject({ status: "invalid" });
      if (by === "accept") store.edit("c", { experimentId, name: "C" });
      store[by]("c");
      await settleMicrotasks();
      expect([commits, sent]).toMatchObject(by === "accept" ? [[{ name: "C" }], [{ output: { status: "applied" } }]] : [[], [{ output: { status: "rejected" } }]]);
    }
  });

  it("is given once for each call that asks for nothing", () => {
    const { sent, store } = patching();
    for (const toolCallId of ["d", "e"]) store.propose({ toolCallId, toolName: "patch_experiment", input: { experimentId, name: "A" } });
    expect(sent).toMatchObject([{ toolCallId: "d", output: { status: "no_change" } }, { toolCallId: "e", output: { status: "no_change" } }]);
  });
});

describe("a registry of Phoenix's tools", () => {
  it("knows what is mounted by whatever registered it, and as long as that holds", () => {
    const app = proposing();
    const registry = createPhoenixRegistry({ store: app.store });
    expect(registry.dispatch({ toolCallId: "a", toolName: "edit_prompt_instance", input: app.edit("b") }, { sessionId: "s" }).result).toBe("registered");
    const bare = createApprovalStore({ onOutput: () => undefined });
    const other = createPhoenixRegistry({ store: bare });
    const call = (toolCallId: string) => other.dispatch({ toolCallId, toolName: "edit_prompt_instance", input: app.edit("b") }, { sessionId: "s" });
    call("a");
    const release = bare.registerHandler("edit_prompt_instance", promptEditHandler(app.host));
    call("b");
    release();
    call("c");
    expect(["a", "b", "c"].map((id) => bare.getApproval(id)?.status)).toEqual(["invalid", "pending", "invalid"]);
  });

  it("asks of what it stages again what it asks of a new call, in the same words", () => {
    const sent: ToolOutput[] = [];
    const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
    const registry = createPhoenixRegistry({ store });
    registry.registerHandler("ask_user", elicitationHandler());
    const results = registry.restage([
      { toolCallId: "unknown", toolName: "nope", input: {} },
      { toolCallId: "alone", toolName: "ask_user", input: { questions: ["?"] } },
      { toolCallId: "shapeless", toolName: "batch_span_annotate", input: {} },
      { toolCallId: "lost", toolName: "save_prompt", input: {} },
    ]);
    expect([...results].map(([id, { result }]) => [id, result])).toHaveLength(4);
    expect(Object.fromEntries(sent.map((output) => [output.toolCallId, output.state === "output-error" && output.errorText]))).toEqual({
      unknown: phoenixMessages.UNKNOWN_TOOL("nope"),
      alone: phoenixMessages.NO_SESSION("ask"),
      shapeless: phoenixMessages.ANNOTATIONS_MISSING("batch_span_annotate"),
      lost: phoenixMessages.NOT_RESTORED(),
    });
  });
});

describe("a tool for the dispatcher", () => {
  it("is one of Phoenix's", () => {
    // @ts-expect-error -- it is none
    expect(() => defineClientActionTool("read_prompt_instance")).toThrow("read_prompt_instance");
    // @ts-expect-error -- it is none
    expect(() => defineSessionTool("nope", async () => ({ ok: true }))).toThrow("nope");
  });
});
