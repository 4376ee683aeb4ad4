import {
  type AgentToolDispatcherOptions,
  type createBatchSpanAnnotateAction,
  type createEditCodeEvaluatorClientAction,
  type createEditLlmEvaluatorClientAction,
  type createEditPromptClientAction,
  type createLoadDatasetClientAction,
  type createPatchExperimentAction,
  type createRemovePromptInstanceClientAction,
  type createSavePromptClientAction,
  type createWritePromptToolsClientAction,
  PHOENIX_TOOLS,
  type stageAnnotationConfigTool,
  type stageDatasetTool,
} from "countersign/phoenix";
import { type AgentSlice, clearPending, type PendingSetterName, type PendingMapName } from "countersign/zustand";
import { describe, expect, expectTypeOf, it } from "vitest";

type SetterOf<Create extends (options: never) => unknown> = Parameters<Create>[0] extends { readonly setPending: infer Set } ? Set : never;

describe("the slice takes", () => {
  it("the client actions of every family, and gives them to the dispatcher", () => {
    expectTypeOf<ReturnType<typeof createEditPromptClientAction>>().toExtend<Parameters<AgentSlice["registerClientAction"]>[1]>();
    expectTypeOf<AgentSlice["registeredClientActions"][string]>().toExtend<ReturnType<AgentToolDispatcherOptions["getClientAction"]>>();
  });

  it("the entries of every family, by the setter of its map", () => {
    expectTypeOf<AgentSlice["setPendingPromptEdit"]>().toExtend<SetterOf<typeof createEditPromptClientAction>>();
    expectTypeOf<AgentSlice["setPendingPromptInstanceRemoval"]>().toExtend<SetterOf<typeof createRemovePromptInstanceClientAction>>();
    expectTypeOf<AgentSlice["setPendingPromptToolWrite"]>().toExtend<SetterOf<typeof createWritePromptToolsClientAction>>();
    expectTypeOf<AgentSlice["setPendingSavePrompt"]>().toExtend<SetterOf<typeof createSavePromptClientAction>>();
    expectTypeOf<AgentSlice["setPendingLoadDataset"]>().toExtend<SetterOf<typeof createLoadDatasetClientAction>>();
    expectTypeOf<AgentSlice["setPendingCodeEvaluatorEdit"]>().toExtend<SetterOf<typeof createEditCodeEvaluatorClientAction>>();
    expectTypeOf<AgentSlice["setPendingLlmEvaluatorEdit"]>().toExtend<SetterOf<typeof createEditLlmEvaluatorClientAction>>();
    expectTypeOf<AgentSlice["setPendingBatchSpanAnnotate"]>().toExtend<SetterOf<typeof createBatchSpanAnnotateAction>>();
    expectTypeOf<AgentSlice["setPendingPatchExperiment"]>().toExtend<SetterOf<typeof createPatchExperimentAction>>();
    expectTypeOf<AgentSlice["setPendingDatasetWrite"]>().toExtend<Parameters<typeof stageDatasetTool>[1]["setPending"]>();
    expectTypeOf<AgentSlice["setPendingAnnotationConfigWrite"]>().toExtend<Parameters<typeof stageAnnotationConfigTool>[1]["setPending"]>();
  });

  it("each tool in the map that its entries wait in", () => {
    const waiting = [...PHOENIX_TOOLS].filter(([, { setter }]) => setter !== undefined);
    expect(waiting).toHaveLength(25);
    for (const [toolName, { setter }] of waiting) {
      const called: string[] = [];
      const slice = new Proxy({}, { get: (_, name) => () => called.push(String(name)) }) as Record<PendingSetterName<PendingMapName>, () => void>;
      clearPending(slice, toolName, "call_1");
      expect(called).toEqual([setter]);
    }
  });
});
