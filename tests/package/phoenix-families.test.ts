import { type ApprovalHandler, createApprovalStore, type JsonValue, type ToolOutput } from "countersign";
import {
  bindPendingBatchSpanAnnotateActions,
  bindPendingCodeEvaluatorEditActions,
  bindPendingElicitation,
  bindPendingLlmEvaluatorEditActions,
  bindPendingLoadDatasetActions,
  bindPendingPatchExperimentActions,
  bindPendingSavePromptActions,
  type BoundElicitation,
  codeEvaluatorEditHandler,
  createAgentToolDispatcher,
  createEditCodeEvaluatorClientAction,
  createEditLlmEvaluatorClientAction,
  createPatchExperimentAction,
  createSavePromptClientAction,
  createSubmitCodeEvaluatorClientAction,
  createSubmitLlmEvaluatorClientAction,
  type DatasetSelection,
  type DatasetTarget,
  defineAskUserTool,
  elicitationHandler,
  type Entry,
  type EvaluatorDraft,
  type EvaluatorDraftHost,
  type EvaluatorEdit,
  evaluatorSubmitHandler,
  type EvaluatorSubmitHost,
  type Experiment,
  type ExperimentHost,
  type ExperimentPatch,
  experimentPatchHandler,
  loadDatasetHandler,
  type LoadDatasetHost,
  type PendingElicitation,
  type SavePrompt,
  savePromptHandler,
  selectionRevision,
  type SpanAnnotation,
  spanAnnotationsHandler,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import annotateFile from "../vectors/phoenix/approval-span-annotate.json" with { type: "json" };
import evaluatorFile from "../vectors/phoenix/approval-evaluator-drafts.json" with { type: "json" };
import experimentFile from "../vectors/phoenix/approval-patch-experiment.json" with { type: "json" };
import loadFile from "../vectors/phoenix/approval-load-dataset.json" with { type: "json" };
import saveFile from "../vectors/phoenix/approval-save-prompt.json" with { type: "json" };
import { codes, codesBut, context, FakePlayground, never, options, Slice, type StoredPlayground, vectorsOf } from "./phoenix-harness.ts";

interface Bound {
  readonly accept: (options?: { approvalSource?: "user" | "auto" }) => Promise<void>;
  readonly reject: () => Promise<void>;
  readonly cancel?: () => Promise<void>;
}

async function act(entry: Bound, what: string): Promise<void> {
  if (what === "reject") return entry.reject();
  if (what === "cancel") return entry.cancel?.();
  return entry.accept(what === "auto" ? { approvalSource: "auto" } : undefined);
}

/** A store with one handler; what the agent got. */
function storeWith<Input>(toolName: string, handler: ApprovalHandler<Input>) {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
  store.registerHandler(toolName, handler);
  const propose = (input: unknown, toolCallId = "c") => store.propose({ toolCallId, toolName, input });
  return { store, sent, propose };
}

describe("loading a dataset", () => {
  interface Input {
    readonly act: string;
    readonly revisionNow?: string;
    readonly resolve?: string | { readonly ok: false; readonly error: string };
  }
  const target: DatasetTarget = { datasetId: "D1", splitIds: ["S1"], datasetName: "d", splitNames: ["t"] };
  const selected: DatasetSelection = { datasetId: null, splitIds: [] };
  const hostOf = ({ revisionNow, resolve }: Omit<Input, "act">, events: unknown[]): LoadDatasetHost => ({
    getSelection: () => (revisionNow === undefined ? selected : { datasetId: "other", splitIds: [] }),
    resolve: () => {
      if (typeof resolve === "object") return resolve;
      const changed = resolve === undefined ? {} : resolve.startsWith("split") ? { splitIds: ["S2"] } : { datasetId: "D2" };
      return Promise.resolve({ ok: true, output: { ...target, ...changed } });
    },
    load: (loaded) => void events.push({ apply: loaded }),
  });

  it.each(vectorsOf<Input, readonly unknown[]>(loadFile))("goes as in $id", async ({ input, expected }) => {
    const slice = new Slice<never>();
    const pending = { toolCallId: "c", sessionId: "s", input: { datasetName: "d" }, snapshot: target, expectedSelection: selected, expectedRevision: selectionRevision(selected, options) };
    const entry = bindPendingLoadDatasetActions({ pending, host: hostOf(input, slice.events), addToolOutput: slice.addToolOutput, setPending: slice.setPending, ...options });
    await act(entry, input.act);
    expect(slice.events).toEqual(expected);
  });

  it("does not load when the selection changes while the names are looked up", async () => {
    const events: unknown[] = [];
    let selection: DatasetSelection = selected;
    const host: LoadDatasetHost = { ...hostOf({}, events), getSelection: () => selection };
    const { store, sent, propose } = storeWith("load_dataset", loadDatasetHandler(host, { messages: codes }));
    propose({ dataset_name: " d " });
    await expect.poll(() => store.getApproval("c")?.status).toBe("pending");
    expect(store.getApproval("c")?.input).toEqual({ datasetName: "d" });
    store.accept("c");
    selection = { datasetId: "D9", splitIds: [] };
    await expect.poll(() => sent.length).toBe(1);
    expect([events, sent]).toMatchObject([[], [{ errorText: "code:LOAD_SELECTION_STALE" }]]);
  });
});

describe("saving a prompt", () => {
  interface Input {
    readonly act: string;
    readonly saveResult?: { readonly ok: true; readonly output: string };
    readonly store: StoredPlayground;
    readonly input: object;
  }
  it.each(vectorsOf<Input, readonly unknown[]>(saveFile, ({ fn }) => fn.includes("bindPendingSavePromptActions")))("goes as in $id", async ({ input, expected }) => {
    const slice = new Slice<never>();
    const preview = { mode: "create", instanceId: 0, label: "A", promptId: null, promptName: "p", description: "d", tags: [], dirtyBeforeSave: false } as const;
    const host = { getPlayground: () => ({ instances: [] }), save: () => input.saveResult ?? never() };
    const entry = bindPendingSavePromptActions({ pending: { toolCallId: "c", input: { description: "d" }, preview }, host, addToolOutput: slice.addToolOutput, setPending: slice.setPending, ...options });
    await act(entry, input.act);
    expect(slice.events).toEqual(expected);
  });

  it.each(vectorsOf<Input, { readonly ok: boolean; readonly output?: object; readonly error?: string }>(saveFile, ({ fn }) => fn.includes("getSavePromptPreview")))("is previewed as in $id", async ({ input, expected }) => {
    const slice = new Slice<Entry<SavePrompt>>();
    const { getPlayground } = new FakePlayground(input.store);
    const host = { getPlayground, save: never };
    // The words for a prompt whose name is not known are the default catalogue's.
    const messages = codesBut((code) => code === "SELECTED_PROMPT");
    const action = createSavePromptClientAction({ host, setPending: slice.setPending, shouldAutoAccept: () => false, messages });
    const result = await action(input.input, context(slice));
    expect(result).toEqual(expected.ok ? { ok: true } : { ok: false, error: expected.error });
    expect(slice.pending["call-1"]?.preview).toEqual(expected.output);
  });

  it("does not save a prompt that changed since it was shown, as the original did", () => {
    const playground = new FakePlayground({ instances: [{ id: 4, messages: [{ id: 1, role: "user", content: "x" }] }] });
    const saved: unknown[] = [];
    const host = { getPlayground: playground.getPlayground, save: (input: unknown) => (saved.push(input), { ok: true as const, output: '{"status":"saved","version":"v2"}' }) };
    const { store, sent, propose } = storeWith("save_prompt", savePromptHandler(host, { messages: codes }));
    propose({ description: "d" });
    playground.change(4, { messages: [] });
    store.accept("c");
    propose({ description: "d" }, "again");
    store.accept("again");
    expect(saved).toEqual([{ description: "d" }]);
    expect(sent).toMatchObject([
      { errorText: "code:PROMPT_STALE_AT_ACCEPT" },
      { output: { status: "saved", acceptedBy: "user", version: "v2", approvalStatus: "accepted", approval: { decision: "accepted", source: "user" } } },
    ]);
  });
});

describe("a patch of an experiment", () => {
  interface Input {
    readonly act: string;
    readonly input: object;
    readonly snapshot: Experiment;
    readonly refetch?: string;
    readonly commit?: string;
  }
  const baseline: Experiment = { name: "baseline", description: null, metadata: {}, updatedAt: "t0" };
  const pending: ExperimentPatch & { readonly toolCallId: string } = {
    toolCallId: "c",
    experimentId: "RXhwZXJpbWVudDox",
    experimentName: "baseline",
    expectedUpdatedAt: "t0",
    payload: { name: "n" },
    diff: [{ field: "name", previous: "baseline", next: "n" }],
  };
  it.each(vectorsOf<Input, readonly unknown[]>(experimentFile, ({ fn }) => fn.includes("bindPending")))("goes as in $id", async ({ input, expected }) => {
    const slice = new Slice<never>();
    const host: ExperimentHost = {
      fetchExperiment: () => {
        slice.events.push("fetch");
        return input.refetch === undefined ? Promise.resolve(baseline) : Promise.reject(new Error("gone"));
      },
      commit: (commit) => {
        slice.events.push({ commit });
        // eslint-disable-next-line typescript/only-throw-error -- what a careless host does
        if (input.commit !== undefined) throw 42;
      },
    };
    await act(bindPendingPatchExperimentActions({ pending, host, addToolOutput: slice.addToolOutput, setPending: slice.setPending, ...options }), input.act);
    expect(slice.events).toEqual(expected);
  });

  it.each(vectorsOf<Input, { readonly payload: object; readonly diff: object } | null>(experimentFile, ({ fn }) => fn.includes("buildPatchExperimentProposal")))("is worked out as in $id", async ({ input, expected }) => {
    const slice = new Slice<Entry<ExperimentPatch>>();
    const host = { fetchExperiment: () => input.snapshot, commit: never };
    const action = createPatchExperimentAction({ host, setPending: slice.setPending, shouldAutoAccept: () => false, ...options });
    expect(await action(input.input, context(slice))).toEqual({ ok: true });
    const entry = slice.pending["call-1"];
    expect(entry === undefined ? null : { payload: entry.payload, diff: entry.diff }).toEqual(expected);
    const noChange = { state: "output-available", output: { status: "no_change", message: "code:MSG_EXPERIMENT_NO_CHANGE|baseline" } };
    expect(slice.outputs).toMatchObject(expected === null ? [noChange] : []);
  });

  it("is stale when the experiment was changed meanwhile, and needs nobody when it changes nothing", async () => {
    let updatedAt = "t0";
    const host: ExperimentHost = { fetchExperiment: () => Promise.resolve({ ...baseline, updatedAt }), commit: never };
    const { store, sent, propose } = storeWith("patch_experiment", experimentPatchHandler(host, { messages: codes }));
    propose({ experimentId: "RXhwZXJpbWVudDox", name: "n" });
    propose({ experimentId: "RXhwZXJpbWVudDox", name: "baseline" }, "same");
    await expect.poll(() => store.getApproval("c")?.status).toBe("pending");
    updatedAt = "t1";
    store.accept("c");
    await expect.poll(() => sent.length).toBe(2);
    expect(store.getApproval("c")?.outcome).toMatchObject({ status: "stale", liveRevision: "t1" });
    expect(sent).toEqual([
      { state: "output-available", tool: "patch_experiment", toolCallId: "same", output: { status: "no_change", experimentId: "RXhwZXJpbWVudDox", experimentName: "baseline", message: "code:MSG_EXPERIMENT_NO_CHANGE|baseline" } },
      { state: "output-error", tool: "patch_experiment", toolCallId: "c", errorText: "code:EXPERIMENT_STALE" },
    ]);
  });
});

describe("annotations of spans", () => {
  interface Input {
    readonly annotations?: readonly SpanAnnotation[];
    readonly act: string;
    readonly apply?: string;
  }
  it.each(vectorsOf<Input, readonly (ToolOutput | { readonly setPending: unknown })[]>(annotateFile))("go as in $id", async ({ input, expected }) => {
    const slice = new Slice<never>();
    const host = {
      annotate: () => {
        if (input.apply === "throws Error('no span')") throw new Error("no span");
        // eslint-disable-next-line typescript/only-throw-error -- what a careless host does
        if (input.apply !== undefined) throw "text";
      },
    };
    const entry = bindPendingBatchSpanAnnotateActions({ pending: { toolCallId: "c", annotations: input.annotations ?? [] }, host, addToolOutput: slice.addToolOutput, setPending: slice.setPending, ...options });
    await act(entry, input.act);
    expect(slice.events).toEqual(expected.map((event) => ("setPending" in event ? event : { addToolOutput: event })));
  });

  it("are checked again as they were normalised, when a person edits them", () => {
    const written: unknown[] = [];
    const { store, propose } = storeWith("batch_span_annotate", spanAnnotationsHandler({ annotate: (annotations) => void written.push(annotations) }));
    propose({ annotations: [{ spanId: " 00F067AA0BA902B7 ", name: "q", score: 1 }] });
    const shown = store.getApproval("c")?.input as unknown as { readonly annotations: readonly SpanAnnotation[] };
    store.edit("c", { annotations: [{ ...shown.annotations[0], label: "better" }] });
    store.accept("c");
    expect(written).toEqual([[{ spanId: "00f067aa0ba902b7", name: "q", annotatorKind: "LLM", label: "better", score: 1, explanation: null, identifier: null, metadata: null }]]);
  });
});

describe("an edit of an evaluator's draft", () => {
  interface Input {
    readonly snapshot: EvaluatorDraft;
    readonly operations: readonly { readonly type: string }[];
    readonly sandboxConfigs?: { readonly [id: string]: { readonly language: string } };
    readonly act: string;
    readonly hostResult?: { readonly ok: true } | { readonly ok: false; readonly error: string };
  }
  const draft: EvaluatorDraft = { mode: "edit", evaluatorNodeId: "X", name: "e" };

  it.each(vectorsOf<Input, { readonly ok: true; readonly output: object } | { readonly ok: false; readonly error: string }>(evaluatorFile, ({ fn }) => fn.includes("applyDraftOperations")))("is worked out as in $id", async ({ input, expected, fn }) => {
    const slice = new Slice<Entry<EvaluatorEdit>>();
    const host: EvaluatorDraftHost = { getDraft: () => input.snapshot, getSandboxes: () => input.sandboxConfigs ?? {}, applyOperations: () => ({ ok: true }) };
    const create = fn.includes("codeEvaluator") ? createEditCodeEvaluatorClientAction : createEditLlmEvaluatorClientAction;
    const action = create({ host, setPending: slice.setPending, shouldAutoAccept: () => false, ...options });
    expect(await action({ operations: input.operations }, context(slice))).toEqual(expected.ok ? { ok: true } : expected);
    expect(JSON.stringify(slice.pending["call-1"]?.after)).toBe(JSON.stringify(expected.ok ? expected.output : undefined));
  });

  it.each(vectorsOf<Input, readonly unknown[]>(evaluatorFile, ({ id }) => id.endsWith("-outcome")))("goes as in $id", async ({ id, input, expected }) => {
    const slice = new Slice<never>();
    const host: EvaluatorDraftHost = {
      getDraft: () => draft,
      applyOperations: (applyOperations) => {
        slice.events.push({ applyOperations });
        return Promise.resolve(input.hostResult ?? { ok: true });
      },
    };
    const bind = id.startsWith("code") ? bindPendingCodeEvaluatorEditActions : bindPendingLlmEvaluatorEditActions;
    const pending = { toolCallId: "c", before: draft, after: draft, operations: [{ type: "set_name", name: "n" }] };
    await act(bind({ pending, host, addToolOutput: slice.addToolOutput, setPending: slice.setPending, ...options }), input.act);
    expect(slice.events).toEqual(expected);
  });

  it("gives its form what the operations make of the draft", async () => {
    const slice = new Slice<Entry<EvaluatorEdit>>();
    const applied: unknown[] = [];
    const host: EvaluatorDraftHost = { getDraft: () => draft, applyOperations: (operations, after) => (applied.push([operations, after]), { ok: true }) };
    const action = createEditLlmEvaluatorClientAction({ host, setPending: slice.setPending, shouldAutoAccept: () => false });
    await action({ operations: [{ type: "set_name", name: "n" }] }, context(slice));
    const { operations, after } = slice.pending["call-1"] ?? {};
    await slice.pending["call-1"]?.accept();
    expect(after).toMatchObject({ name: "n" });
    expect(applied).toEqual([[operations, after]]);
  });

  it("is not applied to a draft that changed since it was shown", () => {
    let now = draft;
    const host: EvaluatorDraftHost = { getDraft: () => now, applyOperations: never };
    const { store, sent, propose } = storeWith("edit_code_evaluator_draft", codeEvaluatorEditHandler(host, { messages: codes }));
    propose({ type: "set_name", name: "n" });
    expect(store.getApproval("c")?.preview).toMatchObject({ fileName: "code-evaluator-X.txt", before: expect.stringContaining("name: e"), after: expect.stringContaining("name: n") });
    now = { ...draft, name: "typed" };
    store.accept("c");
    expect(sent).toMatchObject([{ errorText: "code:EVALUATOR_STALE" }]);
  });

  it("is submitted by the person in manual, and at once in bypass", () => {
    const outputs = (["manual", "bypass"] as const).map((editPermission) => {
      const sent: ToolOutput[] = [];
      const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
      store.registerHandler("submit_llm_evaluator_draft", evaluatorSubmitHandler({ getEditPermission: () => editPermission, submit: () => ({ ok: true, evaluator: { id: "E", name: "e" } }) }, { messages: codes }));
      store.propose({ toolCallId: "c", toolName: "submit_llm_evaluator_draft", input: {} }, { review: false });
      return sent.map((output) => output.state === "output-available" && (JSON.parse(output.output as string) as JsonValue));
    });
    expect(outputs).toEqual([
      [{ status: "awaiting_user", persisted: false, requiresUserAction: true, message: "code:MSG_AWAITING_USER" }],
      [{ status: "saved", persisted: true, acceptedBy: "auto", evaluator: { id: "E", name: "e" }, approval: { decision: "accepted", source: "auto" } }],
    ]);
  });
});

describe("submitting an evaluator's draft as a client action", () => {
  const saved = { ok: true, evaluator: { id: "E", name: "e" } } as const;
  const submit = (host: Partial<EvaluatorSubmitHost>) =>
    createSubmitCodeEvaluatorClientAction({ host: { getEditPermission: () => "bypass", submit: () => Promise.resolve(saved), ...host }, messages: codes });

  it("saves in bypass alone, and returns what the agent is told", async () => {
    expect(await submit({ getEditPermission: () => "manual", submit: never })({})).toEqual({
      ok: true,
      output: JSON.stringify({ status: "awaiting_user", persisted: false, requiresUserAction: true, message: "code:MSG_AWAITING_USER" }),
    });
    expect(await submit({})({})).toEqual({
      ok: true,
      output: JSON.stringify({ status: "saved", persisted: true, acceptedBy: "auto", evaluator: saved.evaluator, approval: { decision: "accepted", source: "auto" } }),
    });
    expect(await createSubmitLlmEvaluatorClientAction({ host: { getEditPermission: () => "bypass", submit: () => saved } })({})).toMatchObject({ ok: true });
  });

  it("fails with words: a form that is not valid, one that throws, an input that is none", async () => {
    const thrown = submit({ submit: () => Promise.reject(new Error("offline")) });
    expect(await submit({ submit: () => ({ ok: false, error: "no name" }) })({})).toEqual({ ok: false, error: "no name" });
    expect(await thrown({})).toEqual({ ok: false, error: "offline" });
    expect(await submit({ submit: never })(undefined)).toMatchObject({ ok: false });
  });
});

describe("questions to the person", () => {
  it("on an approval store wait for a person whatever the mode, and send the answers as they are", () => {
    const { store, sent, propose } = storeWith("ask_user", elicitationHandler({ messages: codes }));
    store.setEditPermission("bypass");
    const questions = [{ question: "Which?" }];
    propose({ questions });
    propose({ questions: [] }, "none");
    propose({ questions }, "taken back");
    store.edit("c", { questions, answers: { "Which?": "this" } });
    store.accept("c");
    store.cancel("taken back");
    expect(sent).toEqual([
      { state: "output-error", tool: "ask_user", toolCallId: "none", errorText: "code:NO_QUESTIONS" },
      { state: "output-available", tool: "ask_user", toolCallId: "c", output: { "Which?": "this" } },
      { state: "output-error", tool: "ask_user", toolCallId: "taken back", errorText: "code:CANCEL_ELICITATION", outcome: "interrupted" },
    ]);
  });

  it("are answered once, and leave their session", async () => {
    const slice = new Slice<never>();
    const cleared: unknown[] = [];
    const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId: "q", questions: ["Which?"] }, addToolOutput: slice.addToolOutput, setPendingElicitation: (...args) => cleared.push(args), messages: codes });
    await bound.answer({ answers: ["this"] });
    await bound.cancel();
    expect(cleared).toEqual([["s", null]]);
    expect(slice.outputs).toEqual([{ state: "output-available", tool: "ask_user", toolCallId: "q", output: { answers: ["this"] } }]);
  });

  /** A slice of questions, and what its tool does with a call. */
  function asking() {
    let waiting: Readonly<Record<string, BoundElicitation>> = {};
    const slice = new Slice<never>();
    const setPendingElicitation = (sessionId: string, elicitation: PendingElicitation | null): void => {
      const rest = Object.entries(waiting).filter(([id]) => id !== sessionId);
      waiting = Object.fromEntries(elicitation === null ? rest : [...rest, [sessionId, elicitation as BoundElicitation]]);
    };
    const { addToolOutput } = slice;
    const bind = (toolCallId: string): BoundElicitation => {
      const bound = bindPendingElicitation({ sessionId: "s", pending: { toolCallId, questions: ["Which?"] }, addToolOutput, setPendingElicitation, messages: codes });
      setPendingElicitation("s", bound);
      return bound;
    };
    const dispatch = createAgentToolDispatcher({
      tools: [defineAskUserTool({ agentStore: { getState: () => ({ pendingElicitationBySessionId: waiting, setPendingElicitation }) }, messages: codes })],
      getClientAction: never,
    });
    const ask = (toolCallId: string, sessionId: string | null = "s", questions: unknown = ["Which?"]) =>
      dispatch({ toolCall: { toolCallId, toolName: "ask_user", input: { questions } }, sessionId, addToolOutput });
    return { waiting: () => waiting, slice, bind, ask };
  }

  it("that take the place of others answer those, once, and stay where they are", async () => {
    const { waiting, slice, bind } = asking();
    const first = bind("a");
    const second = bind("b");
    await first.answer({});
    expect(waiting()["s"]).toBe(second);
    await second.answer({ which: "this" });
    expect(waiting()).toEqual({});
    bind("c");
    expect(slice.outputs).toEqual([
      { state: "output-error", tool: "ask_user", toolCallId: "a", errorText: "code:ELICITATION_REPLACED" },
      { state: "output-available", tool: "ask_user", toolCallId: "b", output: { which: "this" } },
    ]);
  });

  it("that are bound again for their call go on, and only the newest object answers", async () => {
    const { waiting, slice, bind } = asking();
    const first = bind("a");
    const again = bind("a");
    await first.answer({ old: true });
    expect([waiting()["s"], slice.outputs]).toEqual([again, []]);
    await again.answer({});
    expect(slice.outputs).toHaveLength(1);
  });

  it("are asked by their tool, one set at a time, and what can't be asked is answered at once", async () => {
    const { waiting, slice, ask } = asking();
    await ask("a");
    await ask("b");
    await ask("c", null);
    await ask("d", "other", []);
    expect(Object.keys(waiting())).toEqual(["s"]);
    expect(slice.outputs.map((output) => output.state === "output-error" && [output.toolCallId, output.errorText])).toEqual([
      ["b", "code:ELICITATION_WAITS"],
      ["c", "code:NO_SESSION|ask"],
      ["d", "code:NO_QUESTIONS"],
    ]);
    await waiting()["s"]?.answer("yes");
    await ask("e");
    expect([slice.outputs.at(-1), waiting()["s"]?.toolCallId]).toMatchObject([{ toolCallId: "a", output: "yes" }, "e"]);
  });
});
