import type { ApprovalHandler } from "countersign";
import {
  annotationConfigHandler,
  bindPendingPromptEditActions,
  type ClientAction,
  codeEvaluatorEditHandler,
  createBatchSpanAnnotateAction,
  createEditCodeEvaluatorClientAction,
  createEditLlmEvaluatorClientAction,
  createEditPromptClientAction,
  createLoadDatasetClientAction,
  createPatchExperimentAction,
  createRemovePromptInstanceClientAction,
  createSavePromptClientAction,
  createWritePromptToolsClientAction,
  datasetWriteHandler,
  experimentPatchHandler,
  instanceRemovalHandler,
  llmEvaluatorEditHandler,
  loadDatasetHandler,
  type PromptEdit,
  promptEditHandler,
  promptToolsHandler,
  readPromptInstance,
  readPromptTools,
  savePromptHandler,
  spanAnnotationsHandler,
  stageAnnotationConfigTool,
  stageDatasetTool,
} from "countersign/phoenix";
import type { EntryPreview, PendingEntry } from "countersign/zustand";
import { expect, it } from "vitest";
import { FakePlayground, never } from "../phoenix-harness.ts";
import { type Agent, agent, type MapName, SETTERS } from "./harness.ts";

const message = { id: 1, role: "system", content: "Answer in one word." };
const tool = { kind: "function", id: 1, definition: { name: "look_up", parameters: { type: "object" } } } as const;
const playground = Object.assign(new FakePlayground({ instances: [{ id: 1, messages: [message], tools: [tool] }, { id: 2 }] }), { save: never });
const revisionIn = (read: { readonly ok: boolean; readonly output?: { readonly revision: string } }): string => read.output?.revision ?? "";
const edited = {
  instanceId: 1,
  expectedRevision: revisionIn(readPromptInstance(playground, 1)),
  operations: [{ type: "update_message", messageId: 1, content: "Answer in two words." }],
};
const draft = { getDraft: () => ({ mode: "edit", evaluatorNodeId: "E", name: "old" }) as const, applyOperations: never };
const renamed = { operations: [{ type: "set_name", name: "new" }] };
const load = { getSelection: () => ({ datasetId: null, splitIds: [] }), resolve: () => ({ ok: true, output: { datasetId: "d", splitIds: [] } }) as const, load: never };
const experiment = { fetchExperiment: () => ({ name: "old", description: null, metadata: {}, updatedAt: "1" }), commit: never };
const dataset = { getDatasetId: () => "d", getSpanId: () => undefined, readDatasetName: () => "D", verifyExamples: () => ({ ok: true }) as const, commit: never };

/** Where an app's entries go. */
interface Place {
  readonly setPending: (toolCallId: string, entry: PendingEntry | null) => void;
  readonly shouldAutoAccept: () => boolean;
}
type Run = (place: Place) => ClientAction;
type Stage = ReturnType<typeof stageDatasetTool>;
/** A generic tool, called as a client action is. */
const asAction =
  (toolName: string, stage: Stage): ClientAction =>
  async (input, context) => {
    await stage({ toolName, input, toolCallId: (context as { readonly toolCallId: string }).toolCallId });
    return { ok: true };
  };

const families: readonly (readonly [toolName: string, map: MapName, handler: unknown, action: Run, input: unknown])[] = [
  ["edit_prompt_instance", "pendingPromptEditsByToolCallId", promptEditHandler(playground), (place) => createEditPromptClientAction({ ...place, host: playground }), edited],
  ["remove_prompt_instance", "pendingPromptInstanceRemovalsByToolCallId", instanceRemovalHandler(playground), (place) => createRemovePromptInstanceClientAction({ ...place, host: playground }), { instanceId: 1 }],
  [
    "write_prompt_tools",
    "pendingPromptToolWritesByToolCallId",
    promptToolsHandler(playground),
    (place) => createWritePromptToolsClientAction({ ...place, host: playground }),
    { instanceId: 1, expectedRevision: revisionIn(readPromptTools(playground, 1)), tools: [{ id: 1, name: "find" }] },
  ],
  ["save_prompt", "pendingSavePromptsByToolCallId", savePromptHandler(playground), (place) => createSavePromptClientAction({ ...place, host: playground }), { instanceId: 1, description: "Shorter" }],
  ["load_dataset", "pendingLoadDatasetsByToolCallId", loadDatasetHandler(load), (place) => createLoadDatasetClientAction({ ...place, host: load }), { datasetName: "D" }],
  ["edit_code_evaluator_draft", "pendingCodeEvaluatorEditsByToolCallId", codeEvaluatorEditHandler(draft), (place) => createEditCodeEvaluatorClientAction({ ...place, host: draft }), renamed],
  ["edit_llm_evaluator_draft", "pendingLlmEvaluatorEditsByToolCallId", llmEvaluatorEditHandler(draft), (place) => createEditLlmEvaluatorClientAction({ ...place, host: draft }), renamed],
  ["patch_experiment", "pendingPatchExperimentsByToolCallId", experimentPatchHandler(experiment), (place) => createPatchExperimentAction({ ...place, host: experiment }), { experimentId: "RXhwZXJpbWVudDox", name: "new" }],
  [
    "batch_span_annotate",
    "pendingBatchSpanAnnotatesByToolCallId",
    spanAnnotationsHandler({ annotate: never }),
    (place) => createBatchSpanAnnotateAction({ ...place, host: { annotate: never } }),
    { annotations: [{ spanId: "0123456789abcdef", name: "tone", label: "warm" }] },
  ],
  ["delete_dataset", "pendingDatasetWritesByToolCallId", datasetWriteHandler(dataset), (place) => asAction("delete_dataset", stageDatasetTool(dataset, { ...place, addToolOutput: never })), {}],
  [
    "create_annotation_config",
    "pendingAnnotationConfigWritesByToolCallId",
    annotationConfigHandler({ commit: never }),
    (place) => asAction("create_annotation_config", stageAnnotationConfigTool({ commit: never }, { ...place, addToolOutput: never })),
    { type: "freeform", name: "note" },
  ],
];

const shownIn = ({ store }: Agent): unknown => {
  const { before, after } = store.diff("c") ?? {};
  const { fileName } = store.getApproval("c")?.preview ?? {};
  return { before, after, fileName };
};

it.each(families)("an entry of %s is in the ledger with the texts that its handler shows", async (toolName, map, handler, action, input) => {
  const proposed = agent({ handlers: { [toolName]: handler as ApprovalHandler<unknown> } });
  proposed.store.propose({ toolCallId: "c", toolName, input });
  await expect.poll(() => proposed.store.getApproval("c")?.status).toBe("pending");

  const bound = agent();
  const setPending = bound.agentStore.getState()[SETTERS[map]] as Place["setPending"];
  await action({ setPending, shouldAutoAccept: () => false })(input, { toolCallId: "c", sessionId: "s", addToolOutput: never });
  expect(shownIn(bound)).toEqual(shownIn(proposed));
});

/** The keys that a card reads. */
const dataOf = (entry: object): object => JSON.parse(JSON.stringify(entry)) as object;

it.each(families)("a call of %s that is proposed to the store has an entry as an app binds it", async (toolName, map, handler, action, input) => {
  const proposed = agent({ handlers: { [toolName]: handler as ApprovalHandler<unknown> } });
  const made = ({ agentStore }: Agent) => agentStore.getState()[map]["c"];
  proposed.store.propose({ toolCallId: "c", toolName, input }, { sessionId: "s" });
  await expect.poll(() => made(proposed)).toBeDefined();
  const entry = made(proposed);

  const bound = agent();
  const setPending = bound.agentStore.getState()[SETTERS[map]] as Place["setPending"];
  await action({ setPending, shouldAutoAccept: () => false })(input, { toolCallId: "c", sessionId: "s", addToolOutput: never });
  const data = dataOf(made(bound) ?? {});
  expect(Object.keys(data).length).toBeGreaterThan(2);
  expect(entry).toMatchObject(data);
  expect(entry).toMatchObject({ toolCallId: "c", toolName, sessionId: "s", accept: expect.any(Function), reject: expect.any(Function) });

  // Not what would be applied.
  proposed.store.edit("c", "nothing of its shape");
  expect([proposed.store.getApproval("c")?.draft?.status, made(proposed)]).toEqual(["invalid", entry]);
  expect(made(proposed)).toBe(entry);

  const restored = agent({ handlers: { [toolName]: handler as ApprovalHandler<unknown> } });
  restored.store.hydrate(proposed.store.dehydrate());
  await expect.poll(() => made(restored)).toBeDefined();
  expect(made(restored)).toMatchObject(data);
});

it("a preview's facts are keys of the entry, and replace none of the call's own", () => {
  const { store, agentStore, sent } = agent();
  const facts = { promptName: "greeting", toolCallId: "other", toolName: "other", sessionId: "other", accept: null, reject: null };
  store.registerHandler("save_prompt", { preview: () => ({ before: "", after: "greeting", facts }), apply: () => undefined } satisfies ApprovalHandler<unknown, EntryPreview>);
  store.propose({ toolCallId: "c", toolName: "save_prompt", input: {} }, { sessionId: "s" });
  const entry = agentStore.getState().pendingSavePromptsByToolCallId["c"];
  expect(entry).toMatchObject({ toolCallId: "c", toolName: "save_prompt", sessionId: "s", promptName: "greeting", input: {}, preview: { after: "greeting" } });
  void entry?.reject?.();
  expect(sent).toMatchObject([{ toolCallId: "c", output: { status: "rejected" } }]);
});

it("an entry that an app bound with facts of its own waits all the same, where its family can't show them", async () => {
  const { store, agentStore, sent } = agent();
  const { setPendingPromptEdit: setPending } = agentStore.getState();
  const facts = { instanceId: 1, expectedRevision: "r", operations: [], before: "Answer in one word.", after: "Answer in two words." };
  const pending = { toolCallId: "c", sessionId: "s", ...(facts as unknown as PromptEdit) };
  const entry = bindPendingPromptEditActions({ pending, host: playground, addToolOutput: (output) => void sent.push(output), setPending });
  setPending("c", entry);
  expect(agentStore.getState().pendingPromptEditsByToolCallId["c"]).toBe(entry);
  expect(store.diff("c")).toMatchObject({ before: "Answer in one word.", after: "Answer in two words." });
  await entry.reject();
  expect(sent).toMatchObject([{ output: { status: "rejected" } }]);
});
