import { type ApprovalStore, type ApprovalStoreOptions, createApprovalStore, type JsonValue, type ToolOutput } from "countersign";
import { type AgentSlice, createAgentStore, type PendingEntry } from "countersign/zustand";
import type { StoreApi } from "zustand/vanilla";

export type AgentStore = StoreApi<AgentSlice>;

/** The maps and their actions, as the app's own code names them. */
export const SETTERS = {
  pendingPromptEditsByToolCallId: "setPendingPromptEdit",
  pendingPromptInstanceRemovalsByToolCallId: "setPendingPromptInstanceRemoval",
  pendingBatchSpanAnnotatesByToolCallId: "setPendingBatchSpanAnnotate",
  pendingDatasetWritesByToolCallId: "setPendingDatasetWrite",
  pendingAnnotationConfigWritesByToolCallId: "setPendingAnnotationConfigWrite",
  pendingPatchExperimentsByToolCallId: "setPendingPatchExperiment",
  pendingPromptToolWritesByToolCallId: "setPendingPromptToolWrite",
  pendingSavePromptsByToolCallId: "setPendingSavePrompt",
  pendingCodeEvaluatorEditsByToolCallId: "setPendingCodeEvaluatorEdit",
  pendingLlmEvaluatorEditsByToolCallId: "setPendingLlmEvaluatorEdit",
  pendingLoadDatasetsByToolCallId: "setPendingLoadDataset",
} as const;
export type MapName = keyof typeof SETTERS;
export const MAPS = Object.keys(SETTERS) as MapName[];

/** A store, the slice over it, and every answer that the agent got: from the store, or from an entry of the app's. */
export interface Agent {
  readonly store: ApprovalStore;
  readonly agentStore: AgentStore;
  readonly sent: ToolOutput[];
  readonly answers: (toolCallId: string) => ToolOutput[];
  readonly set: (map: MapName, toolCallId: string, entry: PendingEntry | null | undefined) => void;
  readonly keys: (map: MapName) => string[];
}

export function agent(options: Partial<ApprovalStoreOptions> = {}): Agent {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({
    onOutput: (output) => {
      sent.push(output);
    },
    ...options,
  });
  const agentStore = createAgentStore({ store });
  return {
    store,
    agentStore,
    sent,
    answers: (toolCallId) => sent.filter((output) => output.toolCallId === toolCallId),
    set: (map, toolCallId, entry) => agentStore.getState()[SETTERS[map]](toolCallId, entry),
    keys: (map) => Object.keys(agentStore.getState()[map]),
  };
}

export const DATASETS = "pendingDatasetWritesByToolCallId";

/** The last step of an app's write. */
export type Apply = () => Promise<{ readonly ok: true; readonly output: string } | { readonly ok: false; readonly error: string }>;

/** What an app binds an entry with. */
export interface Binding {
  readonly map?: MapName;
  readonly toolName?: string;
  readonly preview?: JsonValue;
  readonly sessionId?: string;
  readonly ownerKey?: string;
  readonly apply?: Apply;
  readonly cancels?: boolean;
}

export type BoundEntry = Required<Pick<PendingEntry, "accept" | "reject" | "toolCallId">> & PendingEntry;

/** An entry as apps write them: each function takes it away, does its work and answers, by itself. */
export function bind({ sent, set }: Pick<Agent, "sent" | "set">, toolCallId: string, binding: Binding = {}): BoundEntry {
  const { map = DATASETS, toolName = "add_dataset_examples", preview = { kind: "add" }, sessionId, ownerKey, cancels = false } = binding;
  const apply: Apply = binding.apply ?? (async () => ({ ok: true, output: "done" }));
  const to = { tool: toolName, toolCallId };
  return {
    toolCallId,
    toolName,
    ...{ preview },
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(ownerKey === undefined ? {} : { ownerKey }),
    accept: async ({ approvalSource = "user" } = {}) => {
      set(map, toolCallId, null);
      const applied = await apply();
      sent.push(
        applied.ok
          ? {
              state: "output-available",
              ...to,
              output: { status: "accepted", acceptedBy: approvalSource, message: applied.output, approval: { decision: "accepted", source: approvalSource } },
            }
          : { state: "output-error", ...to, errorText: applied.error },
      );
    },
    reject: async () => {
      set(map, toolCallId, null);
      sent.push({ state: "output-available", ...to, output: { status: "rejected", message: "REJECTED", approval: { decision: "rejected", source: "user" } } });
    },
    ...(cancels
      ? {
          cancel: async () => {
            set(map, toolCallId, null);
            sent.push({ state: "output-error", ...to, errorText: "CANCELLED" });
          },
        }
      : {}),
  };
}
