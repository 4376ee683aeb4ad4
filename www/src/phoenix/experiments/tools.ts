import { type AgentToolDefinition, createPatchExperimentAction, defineSessionTool, PATCH_EXPERIMENT } from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import { experimentHost } from "./host.ts";

export const experimentTools = ({ agentStore, experiments, server }: Workspace): readonly AgentToolDefinition[] => [
  defineSessionTool(
    PATCH_EXPERIMENT,
    createPatchExperimentAction({
      host: experimentHost(experiments, server),
      setPending: agentStore.getState().setPendingPatchExperiment,
      shouldAutoAccept: () => isBypass(agentStore),
    }),
  ),
];
