import { createApprovalStore, type ToolOutput } from "countersign";
import {
  type AgentToolDefinition,
  type ClientActionResult,
  createAgentToolDispatcher,
  createPhoenixRegistry,
  defineClientActionTool,
  defineSessionTool,
  getAgentToolUIBehavior,
  isRehydratableAgentTool,
  isServerExecuted,
  PHOENIX_TOOLS,
  phoenixMessages,
  promptEditHandler,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import dispatchFile from "../vectors/phoenix/dispatch.json" with { type: "json" };
import { codes, FakePlayground, never, vectorOf, vectorsOf } from "./phoenix-harness.ts";

interface Input {
  readonly tool: string;
  readonly input: unknown;
  readonly env?: "server" | "client";
  readonly sessionId?: string | null;
  readonly caps?: readonly string[];
  readonly register?: Readonly<Record<string, ClientActionResult | "throw">>;
}
interface Expected {
  readonly log: readonly unknown[];
  readonly rejected: string | null;
}

const LABELS: Readonly<Record<string, string>> = { "web.access": "Web search", "subagents.enabled": "Subagents" };
const hasX = (input: unknown): unknown => (typeof input === "object" && input !== null && "x" in input ? input : null);

/** The tools of the vectors, which say with what each is defined by what it does. */
function toolsOf(log: unknown[]): readonly AgentToolDefinition[] {
  const act = { parseInput: hasX, invalidInputText: "bad act", notMountedText: "NOT MOUNTED" };
  return [
    {
      name: "plain",
      parseInput: hasX,
      invalidInputText: (input) => `bad:${JSON.stringify(input)}`,
      execute: async (input, { sessionId, toolCall, addToolOutput }) => {
        log.push({ execute: input, sessionId });
        await addToolOutput({ state: "output-available", tool: toolCall.toolName, toolCallId: toolCall.toolCallId, output: input as { readonly x: number } });
      },
    },
    { name: "gated", requiredCapabilities: ["web.access", "subagents.enabled"], parseInput: hasX, execute: () => log.push("gated ran") },
    { name: "act", ...act },
    { name: "act_nodefault", ...act },
    { name: "approve", ...act, requireSession: "NO SESSION", passContext: true, emitSuccess: false },
  ];
}

/** An argument as the vectors have it. */
function shown(arg: unknown): unknown {
  return typeof arg === "object" && arg !== null && "addToolOutput" in arg ? { ...arg, addToolOutput: "fn" } : arg;
}

async function dispatch({ tool, input, env, sessionId = "s1", caps = [], register = {} }: Input) {
  const log: unknown[] = [];
  const dispatcher = createAgentToolDispatcher({
    tools: toolsOf(log),
    messages: codes,
    isCapable: (capability) => caps.includes(capability),
    labelOf: (capability) => LABELS[capability] ?? capability,
    getClientAction: (name) => {
      const result = register[name];
      if (result === undefined) return undefined;
      return (...args) => {
        log.push({ action: name, args: args.filter((arg) => arg !== undefined).map(shown) });
        if (result === "throw") throw new Error("action threw");
        return result;
      };
    },
  });
  const toolCall = { toolCallId: "c1", toolName: tool, input, ...(env === undefined ? {} : { providerMetadata: { phoenix: { toolExecutionEnvironment: env } } }) };
  await dispatcher({ toolCall, sessionId, addToolOutput: (addToolOutput) => void log.push({ addToolOutput }) });
  return log;
}

describe("the dispatch of a call", () => {
  const special = new Set(["registry-flags", "registry-approval-errors", "dispatch-duplicate-name", "dispatch-act-throws"]);
  it.each(vectorsOf<Input, Expected>(dispatchFile, ({ id }) => !special.has(id)))("goes as in $id", async ({ input, expected }) => {
    expect(await dispatch(input)).toEqual(expected.log);
  });

  it("answers a call whose action throws, which the original left open (dispatch-act-throws)", async () => {
    const { input, expected } = vectorOf<Input, Expected>(dispatchFile, "dispatch-act-throws");
    expect(await dispatch(input)).toEqual([...expected.log, { addToolOutput: { state: "output-error", tool: "act", toolCallId: "c1", errorText: "action threw" } }]);
  });

  it("answers a call whose parser, or the words for it, throw", async () => {
    const sent: ToolOutput[] = [];
    const fails = (): never => {
      throw new Error("parser threw");
    };
    const tools: AgentToolDefinition[] = [{ name: "a", parseInput: fails }, { name: "b", parseInput: () => null, invalidInputText: fails }];
    const dispatcher = createAgentToolDispatcher({ tools, getClientAction: () => undefined });
    for (const toolName of ["a", "b"]) await dispatcher({ toolCall: { toolCallId: toolName, toolName, input: {} }, sessionId: null, addToolOutput: (output) => void sent.push(output) });
    expect(sent).toMatchObject([{ toolCallId: "a", errorText: "parser threw" }, { toolCallId: "b", errorText: "parser threw" }]);
  });

  it("does not answer again what an action has answered before it threw", async () => {
    const sent: ToolOutput[] = [];
    const dispatcher = createAgentToolDispatcher({
      tools: [{ name: "a", passContext: true, emitSuccess: false }],
      getClientAction: () => async (_, context) => {
        await context?.addToolOutput({ state: "output-available", tool: "a", toolCallId: "c", output: {} });
        throw new Error("too late");
      },
    });
    await expect(dispatcher({ toolCall: { toolCallId: "c", toolName: "a", input: {} }, sessionId: "s", addToolOutput: (output) => void sent.push(output) })).rejects.toThrow("too late");
    expect(sent).toHaveLength(1);
  });

  it("keeps an output that is an empty text, and the words of the interface", async () => {
    expect(await dispatch({ tool: "act", input: { x: 1 }, register: { act: { ok: true, output: "" } } })).toMatchObject([{}, { addToolOutput: { output: "" } }]);
    expect([phoenixMessages.UNKNOWN_TOOL("nope"), phoenixMessages.MSG_DEFAULT_SUCCESS()]).toEqual(["Unknown tool: nope", "Done."]);
  });

  it("refuses two tools of one name (dispatch-duplicate-name)", () => {
    const tool = { name: "plain" };
    expect(() => createAgentToolDispatcher({ tools: [tool, tool], messages: codes, getClientAction: () => undefined })).toThrow("code:DUPLICATE_TOOL_NAME|plain");
  });

  it("knows whose a call is by its own properties alone", () => {
    expect(isServerExecuted({ providerMetadata: { phoenix: { toolExecutionEnvironment: "server" } } })).toBe(true);
    for (const providerMetadata of [undefined, null, "server", { phoenix: null }, { phoenix: { toolExecutionEnvironment: "client" } }, Object.create({ phoenix: { toolExecutionEnvironment: "server" } })]) {
      expect(isServerExecuted({ providerMetadata })).toBe(false);
    }
  });
});

describe("the registry of Phoenix's tools", () => {
  it("has the original's flags (registry-flags)", () => {
    const { input, expected } = vectorOf<readonly string[], Readonly<Record<string, object>>>(dispatchFile, "registry-flags");
    const flags = (name: string) => ({ rehydratable: isRehydratableAgentTool(name), uiBehavior: getAgentToolUIBehavior(name) ?? null });
    expect(Object.fromEntries(input.map((name) => [name, flags(name)]))).toEqual(expected);
  });

  function setUp(tools: readonly { readonly name: string; readonly requiredCapabilities?: readonly string[] }[] = []) {
    const sent: ToolOutput[] = [];
    const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
    const registry = createPhoenixRegistry({ store, messages: codes, tools });
    return { sent, store, registry };
  }

  const approvalErrors = vectorOf<Readonly<Record<string, object>>, Readonly<Record<string, Readonly<Record<"notMounted" | "noSession" | "invalid", readonly ToolOutput[]>>>>>(dispatchFile, "registry-approval-errors");
  it.each(Object.entries(approvalErrors.input))("refuses %s as in registry-approval-errors", (toolName, input) => {
    const expected = approvalErrors.expected[toolName];
    const notMounted = setUp();
    notMounted.registry.dispatch({ toolCallId: "c", toolName, input }, { sessionId: "s" });
    expect(notMounted.sent).toEqual(expected?.notMounted);
    const { registry, sent } = setUp();
    registry.registerHandler(toolName, { apply: () => undefined });
    registry.dispatch({ toolCallId: "c", toolName, input });
    expect(sent).toEqual(expected?.noSession);
    const invalid = setUp();
    invalid.registry.dispatch({ toolCallId: "c", toolName, input: { wrong: 1 } });
    expect(invalid.sent).toEqual(expected?.invalid);
  });

  it("asks in the original's order: whose, which, may it, is it right, is it mounted, is there a session", () => {
    const { registry, sent, store } = setUp([{ name: "gated", requiredCapabilities: ["web.access"] }]);
    const server = { phoenix: { toolExecutionEnvironment: "server" } };
    expect(registry.dispatch({ toolCallId: "a", toolName: "nope", input: {}, providerMetadata: server })).toEqual({ result: "ignored" });
    registry.dispatch({ toolCallId: "b", toolName: "nope", input: {} });
    registry.dispatch({ toolCallId: "c", toolName: "gated", input: {} });
    registry.dispatch({ toolCallId: "d", toolName: "edit_prompt_instance", input: {} });
    expect(sent.map((output) => [output.toolCallId, output.state === "output-error" && output.errorText])).toEqual([
      ["b", "code:UNKNOWN_TOOL|nope"],
      ["c", "code:CAPABILITIES_DISABLED|web.access"],
      ["d", "code:INVALID_INPUT|edit_prompt_instance"],
    ]);
    expect(store.getSnapshot().pending).toEqual([]);
  });

  it("runs a family's handler while its editor is mounted", () => {
    const { registry, sent, store } = setUp();
    const playground = new FakePlayground({ instances: [{ id: 0, messages: [{ id: 1, role: "user", content: "a" }] }] });
    const release = registry.registerHandler("edit_prompt_instance", promptEditHandler(playground, { messages: codes, revisions: "tokens" }));
    const input = { instance_id: 0, expected_revision: "prompt-wrong", operation: { type: "delete_message", message_id: 1 } };
    registry.dispatch({ toolCallId: "a", toolName: "edit_prompt_instance", input }, { sessionId: "s" });
    release();
    release();
    registry.dispatch({ toolCallId: "b", toolName: "edit_prompt_instance", input }, { sessionId: "s" });
    expect(sent.map((output) => output.state === "output-error" && output.errorText)).toEqual(["code:PROMPT_STALE_AT_PROPOSE", "code:NOT_MOUNTED|playground prompt editor"]);
    expect(store.getApproval("a")?.status).toBe("stale");
  });

  it("stages again after a reload what may be, for a person whatever the mode, and answers the rest", () => {
    const { registry, sent, store } = setUp();
    store.setEditPermission("bypass");
    registry.registerHandler("create_annotation_config", { apply: () => expect.fail("applied without a click") });
    const results = registry.restage([
      { toolCallId: "a", toolName: "create_annotation_config", input: { type: "freeform", name: "n" } },
      { toolCallId: "b", toolName: "delete_dataset", input: {} },
      { toolCallId: "c", toolName: "delete_dataset", input: {}, providerExecuted: true },
      { toolCallId: "d", toolName: "delete_dataset", input: {}, providerMetadata: { phoenix: { toolExecutionEnvironment: "server" } } },
    ]);
    expect([...results].map(([id, { result }]) => [id, result])).toEqual([["a", "registered"], ["b", "registered"], ["c", "ignored"], ["d", "ignored"]]);
    expect(store.getApproval("a")?.status).toBe("pending");
    expect(sent).toMatchObject([{ toolCallId: "b", errorText: "code:NOT_RESTORED" }]);
  });

  it("names every tool with a family once", () => {
    expect(PHOENIX_TOOLS.size).toBe(28);
  });
});

describe("Phoenix's tools, defined for the dispatcher", () => {
  const edit = { instance_id: 0, expectedRevision: "r", operations: [{ type: "delete_message", messageId: 1 }] };
  const experimentId = "RXhwZXJpbWVudDox";

  async function run(tool: AgentToolDefinition, input: unknown, action?: (...args: unknown[]) => ClientActionResult, sessionId: string | null = "s") {
    const sent: ToolOutput[] = [];
    const dispatcher = createAgentToolDispatcher({ tools: [tool], messages: codes, getClientAction: () => action });
    await dispatcher({ toolCall: { toolCallId: "c", toolName: tool.name, input }, sessionId, addToolOutput: (output) => sent.push(output) });
    return sent.map((output) => (output.state === "output-available" ? output.output : output.errorText));
  }
  const options = { messages: codes };

  it("say what is not mounted and what has no session, and leave the answer to an action that asks", async () => {
    const tool = defineClientActionTool("edit_prompt_instance", options);
    expect(await run(tool, edit)).toEqual(["code:NOT_MOUNTED|playground prompt editor"]);
    expect(await run(tool, edit, never, null)).toEqual(["code:NO_SESSION|propose"]);
    const seen: unknown[] = [];
    expect(await run(tool, edit, (...args) => (seen.push(args), { ok: true }))).toEqual([]);
    expect(seen).toEqual([[edit, { toolCallId: "c", sessionId: "s", addToolOutput: expect.any(Function) }]]);
  });

  it("answer with what an action returns that asks nobody", async () => {
    const tool = defineClientActionTool("submit_llm_evaluator_draft", options);
    expect(await run(tool, {}, () => ({ ok: true, output: "saved" }), null)).toEqual(["saved"]);
  });

  it("need no surface where they only need a session", async () => {
    const tool = (result: ClientActionResult) => defineSessionTool("patch_experiment", () => Promise.resolve(result), options);
    expect(await run(tool({ ok: true }), { experimentId })).toEqual([]);
    expect(await run(tool({ ok: false, error: "gone" }), { experimentId })).toEqual(["gone"]);
    expect(await run(tool({ ok: true }), { experimentId }, undefined, null)).toEqual(["code:NO_SESSION|propose"]);
  });

  it.each([undefined, null, {}, { ...edit, operations: [] }, 3n])("refuse an input that is not of its shape before anything else: %s", async (input) => {
    expect(await run(defineClientActionTool("edit_prompt_instance", options), input, undefined, null)).toEqual(["code:INVALID_INPUT|edit_prompt_instance"]);
    expect(await run(defineSessionTool("patch_experiment", never, options), input, undefined, null)).toEqual(["code:INVALID_INPUT|patch_experiment"]);
  });
});
