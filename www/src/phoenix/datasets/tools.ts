import { type AgentToolDefinition, DATASET_TOOLS, stageDatasetTool } from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import { datasetHost } from "./host.ts";

export function datasetTools(workspace: Workspace): readonly AgentToolDefinition[] {
  const { agentStore, datasets } = workspace;
  const host = datasetHost(workspace);
  return Object.keys(DATASET_TOOLS).map((name) => ({
    name,
    execute: (_, { toolCall, ...context }) => {
      // Its entry does not say which dataset it is for, and another one may be in view by the time it is shown.
      datasets.update((state) => ({ ...state, targets: { ...state.targets, [toolCall.toolCallId]: state.openId } }));
      const stage = stageDatasetTool(host, {
        addToolOutput: context.addToolOutput,
        setPending: agentStore.getState().setPendingDatasetWrite,
        shouldAutoAccept: () => isBypass(agentStore),
      });
      return stage({ ...toolCall, ...context });
    },
  }));
}
