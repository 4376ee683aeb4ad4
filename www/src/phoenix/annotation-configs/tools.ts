import { type AgentToolDefinition, ANNOTATION_CONFIG_TOOLS, stageAnnotationConfigTool } from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import { annotationConfigHost } from "./host.ts";

export function annotationConfigTools({ agentStore, configs, server }: Workspace): readonly AgentToolDefinition[] {
  const host = annotationConfigHost(configs, server);
  return ANNOTATION_CONFIG_TOOLS.map((name) => ({
    name,
    execute: (_, { toolCall, ...context }) =>
      stageAnnotationConfigTool(host, {
        addToolOutput: context.addToolOutput,
        setPending: agentStore.getState().setPendingAnnotationConfigWrite,
        shouldAutoAccept: () => isBypass(agentStore),
      })({ ...toolCall, ...context }),
  }));
}
