import type { ApprovalStore } from "countersign";
import type {
  AnnotationConfigWritePreview,
  Bound,
  DatasetWritePreview,
  Entry,
  EvaluatorEdit,
  ExperimentPatch,
  InstanceRemoval,
  LoadDataset,
  PendingApproval,
  PromptEdit,
  PromptToolWrite,
  SavePrompt,
  SpanAnnotations,
} from "countersign/phoenix";
import { type AgentSlice, createAgentSlice } from "countersign/zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createJSONStorage, persist } from "zustand/middleware";

/** What waits in each map. */
export interface Entries {
  readonly pendingPromptEditsByToolCallId: Entry<PromptEdit>;
  readonly pendingPromptInstanceRemovalsByToolCallId: Entry<InstanceRemoval>;
  readonly pendingBatchSpanAnnotatesByToolCallId: Entry<SpanAnnotations>;
  readonly pendingDatasetWritesByToolCallId: Bound<PendingApproval<DatasetWritePreview>>;
  readonly pendingAnnotationConfigWritesByToolCallId: Bound<PendingApproval<AnnotationConfigWritePreview>>;
  readonly pendingPatchExperimentsByToolCallId: Entry<ExperimentPatch>;
  readonly pendingPromptToolWritesByToolCallId: Entry<PromptToolWrite>;
  readonly pendingSavePromptsByToolCallId: Entry<SavePrompt>;
  readonly pendingCodeEvaluatorEditsByToolCallId: Entry<EvaluatorEdit>;
  readonly pendingLlmEvaluatorEditsByToolCallId: Entry<EvaluatorEdit>;
  readonly pendingLoadDatasetsByToolCallId: Entry<LoadDataset>;
}

export type AgentState = AgentSlice<Entries>;
export type AgentStore = StoreApi<AgentState>;

/** The page's one store: the slice over the ledger. This tab keeps its settings over a reload, as an app would. */
export function createAgentStore(ledger: ApprovalStore): AgentStore {
  return createStore<AgentState>()(
    persist(createAgentSlice<Entries>({ store: ledger }), {
      name: "countersign.assistant",
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ permissions, capabilities }) => ({ permissions, capabilities }),
    }),
  );
}

/** Whether the person is not asked: what every action and tool that parks an entry is given. */
export const isBypass = (agentStore: AgentStore): boolean => agentStore.getState().permissions.edits === "bypass";
