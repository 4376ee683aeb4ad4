import { type AgentToolDefinition, ANNOTATE_SPANS, createBatchSpanAnnotateAction, defineSessionTool } from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import { spanAnnotationHost } from "./host.ts";

export const spanTools = ({ agentStore, spans, server }: Workspace): readonly AgentToolDefinition[] => [
  defineSessionTool(
    ANNOTATE_SPANS,
    createBatchSpanAnnotateAction({
      host: spanAnnotationHost(spans, server),
      setPending: agentStore.getState().setPendingBatchSpanAnnotate,
      shouldAutoAccept: () => isBypass(agentStore),
    }),
  ),
];
