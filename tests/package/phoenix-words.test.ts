import { type ApprovalHandler, type ApprovalStore, type ApprovalStoreOptions, createApprovalStore, type Outcome, type ToolOutput } from "countersign";
import {
  annotationConfigHandler,
  codeEvaluatorEditHandler,
  createPhoenixRegistry,
  datasetWriteHandler,
  defineClientActionTool,
  displayTool,
  type EvaluatorDraft,
  evaluatorSubmitHandler,
  experimentPatchHandler,
  instanceRemovalHandler,
  llmEvaluatorEditHandler,
  loadDatasetHandler,
  PHOENIX_TOOLS,
  type PhoenixMessages,
  promptEditHandler,
  promptToolsHandler,
  promptToolsSummaryText,
  readPromptInstance,
  readPromptTools,
  savePromptHandler,
  spanAnnotationsHandler,
  toolStateLabel,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import displayFile from "../vectors/phoenix/tool-definition-display.json" with { type: "json" };
import { deferred, settleMicrotasks } from "./harness.ts";
import { everyCode, FakePlayground, vectorsOf } from "./phoenix-harness.ts";

const draft: EvaluatorDraft = { mode: "edit", evaluatorNodeId: "X", name: "e" };
const experiment = { name: "baseline", description: null, metadata: {}, updatedAt: "t0" };
const evaluator = { getDraft: () => draft, applyOperations: () => ({ ok: true }) as const };
const rename = { operations: [{ type: "set_name", name: "n" }] };

/** Every family with a write that it takes: its handler, and what the agent proposes. */
function families(messages: PhoenixMessages = {}) {
  const playground = new FakePlayground({ instances: [{ id: 0, messages: [{ id: 1, role: "user", content: "a" }] }, { id: 1, messages: [] }] });
  const options = { messages };
  const prompt = readPromptInstance(playground, 0);
  const tools = readPromptTools(playground, 0);
  const at = (read: { readonly ok: true; readonly output: { readonly revision: string } } | { readonly ok: false }): string => (read.ok ? read.output.revision : "");
  const config = { commit: () => ({ ok: true, output: "written" }) as const };
  const dataset = { ...config, getDatasetId: () => "D", getSpanId: () => undefined, readDatasetName: () => "d", verifyExamples: () => ({ ok: true }) as const };
  const load = { getSelection: () => ({ datasetId: null, splitIds: [] }), resolve: () => ({ ok: true, output: { datasetId: "D", splitIds: [] } }) as const, load: () => undefined };
  return {
    edit_prompt_instance: [promptEditHandler(playground, options), { instanceId: 0, expectedRevision: at(prompt), operations: [{ type: "delete_message", messageId: 1 }] }],
    write_prompt_tools: [promptToolsHandler(playground, options), { instanceId: 0, expectedRevision: at(tools), tools: [{ name: "f" }] }],
    remove_prompt_instance: [instanceRemovalHandler(playground, options), { instanceId: 1 }],
    save_prompt: [savePromptHandler({ getPlayground: playground.getPlayground, save: () => ({ ok: true, output: "v2" }) }, options), { description: "d", instanceId: 0 }],
    load_dataset: [loadDatasetHandler(load, options), { datasetName: "d" }],
    create_dataset: [datasetWriteHandler(dataset, options), { name: "D" }],
    create_annotation_config: [annotationConfigHandler(config, options), { type: "freeform", name: "n" }],
    batch_span_annotate: [spanAnnotationsHandler({ annotate: () => undefined }, options), { annotations: [{ spanId: "0123456789abcdef", name: "n", label: "x" }] }],
    patch_experiment: [experimentPatchHandler({ fetchExperiment: () => experiment, commit: () => undefined }, options), { experimentId: "RXhwZXJpbWVudDox", name: "n" }],
    edit_code_evaluator_draft: [codeEvaluatorEditHandler(evaluator, options), rename],
    edit_llm_evaluator_draft: [llmEvaluatorEditHandler(evaluator, options), rename],
  } as unknown as Readonly<Record<string, readonly [ApprovalHandler<unknown>, unknown]>>;
}

const NAMES = Object.keys(families());

/** A store with one family; what the agent got. */
function storeWith(toolName: string, handler: ApprovalHandler<unknown> | undefined, options: Partial<ApprovalStoreOptions> = {}) {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({ onOutput: (output) => void sent.push(output), ...options });
  const release = handler === undefined ? () => undefined : store.registerHandler(toolName, handler);
  return { store, sent, release };
}

/** The sentences of an answer. */
function sentencesOf(output: ToolOutput | undefined): readonly unknown[] {
  if (output === undefined) return [];
  if (output.state === "output-error") return [output.errorText];
  return [(output.output as { readonly message?: unknown } | null)?.message].filter((message) => message !== undefined);
}

describe("in bypass", () => {
  it("every family with an entry is tried", () => {
    const maps = new Set([...PHOENIX_TOOLS].map(([, { slice }]) => slice).filter((slice) => slice !== undefined));
    expect(new Set(NAMES.map((name) => PHOENIX_TOOLS.get(name)?.slice))).toEqual(maps);
  });

  it.each(NAMES)("no answer says that a person did anything: %s", async (name) => {
    const [handler, input] = families()[name] ?? [];
    const { store, sent } = storeWith(name, handler, { editPermission: "bypass" });
    store.propose({ toolCallId: "c", toolName: name, input });
    await settleMicrotasks();
    expect(store.getApproval("c")?.outcome).toMatchObject({ status: "accepted", approvalSource: "auto" });
    expect(JSON.stringify(sent)).not.toMatch(/person (?!allows)/i);
  });
});

describe("with every sentence replaced", () => {
  type Ends = (app: ReturnType<typeof storeWith>, call: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown }, clock: { now: number }) => unknown;
  const propose: Ends = ({ store }, call) => store.propose(call);
  const refuse = (code: Parameters<ApprovalStore["refuse"]>[1]): Ends => ({ store }, call) => store.refuse(call, code);
  const OUTCOMES: Readonly<Record<string, readonly [Outcome["status"], Ends]>> = {
    rejected: ["rejected", ({ store }, call) => (store.propose(call), store.reject("c"))],
    expired: ["expired", ({ store }, call, clock) => (store.propose(call, { deadlineMs: 10 }), (clock.now = 20), store.accept("c"))],
    "closed by the host": ["cancelled", ({ store }, call) => (store.propose(call), store.cancel("c"))],
    stopped: ["cancelled", ({ store }, call) => (store.propose(call, { sessionId: "s" }), store.abortTurn("s"))],
    "with its session": ["cancelled", ({ store }, call) => (store.propose(call, { sessionId: "s" }), store.endSession("s"))],
    "with the store": ["cancelled", ({ store }, call) => (store.propose(call), store.dispose())],
    "handler gone": ["invalid", ({ store, release }, call) => (release(), store.propose(call))],
    queue_full: ["invalid", refuse("queue_full")],
    denied: ["invalid", refuse("denied")],
    check_timeout: ["invalid", refuse("check_timeout")],
    handler_missing: ["invalid", refuse("handler_missing")],
    not_restored: ["invalid", refuse("not_restored")],
  };

  it.each(NAMES.flatMap((name) => Object.keys(OUTCOMES).map((outcome) => [name, outcome] as const)))("%s answers from the catalogue alone: %s", async (name, outcome) => {
    const [status, end] = OUTCOMES[outcome] ?? ["accepted", propose];
    const clock = { now: 0 };
    const [handler, input] = families(everyCode)[name] ?? [];
    const app = storeWith(name, handler, { now: () => clock.now });
    end(app, { toolCallId: "c", toolName: name, input }, clock);
    await settleMicrotasks();
    expect(app.sent.map(({ toolCallId }) => toolCallId)).toEqual(["c"]);
    expect(sentencesOf(app.sent[0])).toEqual([expect.stringMatching(/^code:/)]);
    expect(app.store.getApproval("c")?.outcome?.status).toBe(status);
  });

  it("says so of more calls than the store takes", () => {
    const [handler, input] = families(everyCode)["save_prompt"] ?? [];
    const { store, sent } = storeWith("save_prompt", handler, { maxOpen: 1 });
    for (const toolCallId of ["a", "c"]) store.propose({ toolCallId, toolName: "save_prompt", input });
    expect(sent).toMatchObject([{ toolCallId: "c", errorText: "code:QUEUE_FULL" }]);
  });

  it("says so of a write whose end is not known, and leaves the write's own error as it is", () => {
    const [handler] = families(everyCode)["batch_span_annotate"] ?? [];
    const call = { toolCallId: "c", toolName: "batch_span_annotate", generation: 1 };
    const failed = (code: Extract<Outcome, { status: "failed" }>["code"]) => handler?.toOutput?.({ status: "failed", code, errorText: "own" }, call);
    for (const code of ["invalid_output", "revision_timeout", "interrupted", "core_lost"] as const) expect(failed(code)).toEqual({ state: "output-error", errorText: "code:APPLY_UNKNOWN" });
    expect(failed("apply_timeout")).toEqual({ state: "output-error", errorText: "code:APPLY_TIMEOUT" });
    for (const code of ["apply_failed", "revision_failed"] as const) expect(failed(code)).toEqual({ state: "output-error", errorText: "own" });
    expect(handler?.toOutput?.({ status: "stale", liveRevision: "2" }, call)).toEqual({ state: "output-error", errorText: "code:STALE" });
    expect(handler?.toOutput?.({ status: "rejected" }, call)).toMatchObject({ output: { status: "rejected", message: "code:MSG_REJECTED", approval: { decision: "rejected" } } });
  });

  it("keeps what the host refuses a call with", () => {
    const [handler, input] = families(everyCode)["save_prompt"] ?? [];
    const { store, sent } = storeWith("save_prompt", handler);
    store.refuse({ toolCallId: "c", toolName: "save_prompt", input }, "denied", "Not on Sundays.");
    expect(sent).toMatchObject([{ errorText: "Not on Sundays." }]);
  });

  it("answers a submission from it too", () => {
    const handler = evaluatorSubmitHandler({ getEditPermission: () => "manual", submit: () => deferred<never>().promise }, { messages: everyCode });
    const { store, sent } = storeWith("submit_llm_evaluator_draft", handler);
    store.refuse({ toolCallId: "c", toolName: "submit_llm_evaluator_draft", input: {} }, "queue_full");
    expect(sent).toMatchObject([{ errorText: "code:QUEUE_FULL" }]);
  });

  it("has no English within its sentences", async () => {
    const params: string[] = [];
    const said = (text: unknown): void => void params.push(...String(text).split("|").slice(1));
    for (const name of PHOENIX_TOOLS.keys()) {
      const { notMountedText, requireSession } = defineClientActionTool(name as never, { messages: everyCode });
      said(notMountedText ?? "");
      said(requireSession ?? "");
      const sent: ToolOutput[] = [];
      const registry = createPhoenixRegistry({ store: createApprovalStore({ onOutput: (output) => void sent.push(output) }), messages: everyCode });
      const [, input = {}] = families()[name] ?? [];
      registry.dispatch({ toolCallId: "c", toolName: name, input });
      for (const output of sent) if (output.state === "output-error" && /NOT_MOUNTED|NO_SESSION/.test(output.errorText)) said(output.errorText);
    }
    for (const name of ["edit_code_evaluator_draft", "edit_llm_evaluator_draft"]) {
      for (const end of ["accept", "reject", "cancel"] as const) {
        const [handler, input] = families(everyCode)[name] ?? [];
        const { store, sent } = storeWith(name, handler);
        store.propose({ toolCallId: "c", toolName: name, input });
        store[end]("c");
        await settleMicrotasks();
        for (const sentence of sentencesOf(sent[0])) said(sentence);
      }
    }
    expect(params.length).toBeGreaterThan(20);
    expect(params.filter((param) => !param.startsWith("code:"))).toEqual([]);
  });
});

describe("the line of a write of tools", () => {
  const summary = { instanceIndex: 0, instanceLabel: "A", created: ["a\nremoved b"], updated: [], deleted: ["c", "d"], renamedToolChoiceTo: "e\u2028f" };

  it("is one line, whatever the tools are called", () => {
    expect(promptToolsSummaryText(summary)).toBe("added a\uFFFDremoved b, removed c, d, forced tool choice now e\uFFFDf");
  });

  it("is of the catalogue", () => {
    expect(promptToolsSummaryText({ ...summary, updated: ["g"], resetToolChoiceFrom: "h" }, { messages: everyCode }).split(", ")).toEqual([
      "code:TOOLS_ADDED|a\uFFFDremoved b",
      "code:TOOLS_CHANGED|g",
      "code:TOOLS_REMOVED|c|d",
      "code:TOOL_CHOICE_RESET|h",
      "code:TOOL_CHOICE_RENAMED|e\uFFFDf",
    ]);
    const none = { instanceIndex: 0, instanceLabel: "A", created: [], updated: [], deleted: [] };
    expect(promptToolsSummaryText(none, { messages: everyCode })).toBe("code:TOOLS_SAME");
  });
});

describe("the label of a submission", () => {
  const label = (output: unknown): string => toolStateLabel("submit_llm_evaluator_draft", { state: "output-available", output }).label;

  it("says that it waits for the person, or was done without", () => {
    expect(label(JSON.stringify({ status: "awaiting_user", persisted: false }))).toBe("Awaiting user");
    expect(label({ status: "awaiting_user" })).toBe("Awaiting user");
    expect(label(JSON.stringify({ status: "saved", acceptedBy: "auto" }))).toBe("Auto-approved");
  });
});

describe("a tool in the editor of a provider", () => {
  it.each(vectorsOf<{ readonly definition: never }, Readonly<Record<string, string>>>(displayFile))("has its form, as in $id", ({ input, expected }) => {
    for (const [provider, text] of Object.entries(expected)) expect(displayTool(provider, { kind: "function", id: 1, ...input })).toBe(text);
  });

  it("is as it is where it is no function", () => {
    expect(displayTool("GOOGLE", { kind: "raw", id: 1, raw: { type: "web" } })).toBe('{\n  "type": "web"\n}');
  });
});
