import { type ClientAction, PHOENIX_TOOLS } from "countersign/phoenix";
import { useEffect } from "react";
import { useWorkspace } from "./WorkspaceContext.ts";
import type { AgentState } from "./agentStore.ts";

/**
 * Registers a surface's actions, by tool name, while it is mounted. When it goes, so do they, and what waits of
 * these tools is cancelled. `actions` must be the same object at every render.
 */
export function useClientActions(actions: Readonly<Record<string, ClientAction>>): void {
  const { agentStore } = useWorkspace();
  useEffect(() => {
    let isMounted = true;
    const cancel = (toolName: string, toolCallId?: string): void => {
      for (const [id, entry] of entriesOf(agentStore.getState(), toolName)) if (id === (toolCallId ?? id)) void entry.cancel?.();
    };
    const releases = Object.entries(actions).map(([name, action]) =>
      agentStore.getState().registerClientAction(name, async (input: unknown, context?: unknown) => {
        const result = await action(input, context);
        // Worked out too late: it was parked when nobody was there to cancel it.
        if (!isMounted) cancel(name, callIn(context));
        return result;
      }),
    );
    return () => {
      isMounted = false;
      for (const release of releases) release();
      for (const name of Object.keys(actions)) cancel(name);
    };
  }, [agentStore, actions]);
}

interface Cancellable {
  cancel?(): unknown;
}

function entriesOf(state: AgentState, toolName: string): readonly (readonly [toolCallId: string, entry: Cancellable])[] {
  const slice = PHOENIX_TOOLS.get(toolName)?.slice;
  const map: unknown = slice === undefined ? undefined : Reflect.get(state, slice);
  return Object.entries((map ?? {}) as Readonly<Record<string, Cancellable>>);
}

/** The call that an action is told of; none has an empty id. */
function callIn(context: unknown): string {
  const told = typeof context === "object" && context !== null && "toolCallId" in context ? context.toolCallId : undefined;
  return typeof told === "string" ? told : "";
}
