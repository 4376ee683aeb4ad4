/** The eleven maps of pending calls: the action that sets one, and the tools whose calls are in it. */
export const FAMILIES = {
  pendingPromptEditsByToolCallId: { setter: "setPendingPromptEdit", tools: ["edit_prompt_instance"] },
  pendingPromptInstanceRemovalsByToolCallId: { setter: "setPendingPromptInstanceRemoval", tools: ["remove_prompt_instance"] },
  pendingBatchSpanAnnotatesByToolCallId: { setter: "setPendingBatchSpanAnnotate", tools: ["batch_span_annotate"] },
  pendingDatasetWritesByToolCallId: {
    setter: "setPendingDatasetWrite",
    tools: [
      "create_dataset",
      "patch_dataset",
      "delete_dataset",
      "add_dataset_examples",
      "patch_dataset_examples",
      "delete_dataset_examples",
      "create_dataset_split",
      "set_dataset_example_splits",
      "patch_dataset_split",
      "delete_dataset_splits",
      "create_dataset_label",
      "set_dataset_labels",
      "delete_dataset_labels",
      "add_spans_to_dataset",
    ],
  },
  pendingAnnotationConfigWritesByToolCallId: {
    setter: "setPendingAnnotationConfigWrite",
    tools: ["create_annotation_config", "update_annotation_config"],
  },
  pendingPatchExperimentsByToolCallId: { setter: "setPendingPatchExperiment", tools: ["patch_experiment"] },
  pendingPromptToolWritesByToolCallId: { setter: "setPendingPromptToolWrite", tools: ["write_prompt_tools"] },
  pendingSavePromptsByToolCallId: { setter: "setPendingSavePrompt", tools: ["save_prompt"] },
  pendingCodeEvaluatorEditsByToolCallId: { setter: "setPendingCodeEvaluatorEdit", tools: ["edit_code_evaluator_draft"] },
  pendingLlmEvaluatorEditsByToolCallId: { setter: "setPendingLlmEvaluatorEdit", tools: ["edit_llm_evaluator_draft"] },
  pendingLoadDatasetsByToolCallId: { setter: "setPendingLoadDataset", tools: ["load_dataset"] },
} as const satisfies Record<string, { readonly setter: string; readonly tools: readonly [string, ...string[]] }>;

export type PendingMapName = keyof typeof FAMILIES;

export type PendingSetterName<Name extends PendingMapName> = (typeof FAMILIES)[Name]["setter"];

export const PENDING_MAPS = Object.keys(FAMILIES) as PendingMapName[];

/** The map that holds the calls of a tool. */
export function pendingMapOf(toolName: string): PendingMapName | undefined {
  return PENDING_MAPS.find((name) => (FAMILIES[name].tools as readonly string[]).includes(toolName));
}

/** Takes a call out of the map of its tool, whichever that is. The app has answered it, or is about to. */
export function clearPending(
  slice: Readonly<Record<PendingSetterName<PendingMapName>, (toolCallId: string, entry: null) => void>>,
  toolName: string,
  toolCallId: string,
): void {
  const map = pendingMapOf(toolName);
  if (map === undefined) return;
  const { setter } = FAMILIES[map];
  slice[setter](toolCallId, null);
}
