import type { BoundElicitation } from "countersign/phoenix";
import type { AgentState } from "../app/agentStore.ts";
import { useAgentStore } from "../app/WorkspaceContext.ts";

/** The questions of a call while they wait. */
export function useElicitation(sessionId: string, toolCallId: string): BoundElicitation | undefined {
  const pending = useAgentStore((state) => state.pendingElicitationBySessionId[sessionId]);
  return pending?.toolCallId === toolCallId && isBound(pending) ? pending : undefined;
}

type Waiting = AgentState["pendingElicitationBySessionId"][string];

const isBound = (pending: Waiting): pending is BoundElicitation => pending !== undefined && "answer" in pending && "cancel" in pending;
