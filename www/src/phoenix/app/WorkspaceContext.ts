import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { AgentState } from "./agentStore.ts";
import type { Workspace } from "./workspace.ts";

export { useValue } from "../../app/useValue.ts";

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace needs a WorkspaceContext above it.");
  return workspace;
}

/** What a component shows of the agent's store. */
export const useAgentStore = <Part>(select: (state: AgentState) => Part): Part => useStore(useWorkspace().agentStore, select);
