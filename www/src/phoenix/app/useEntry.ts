import { useAgentStore } from "./WorkspaceContext.ts";
import type { Entries } from "./agentStore.ts";

/** The entry of a call in its map, or nothing once it is decided. */
export function useEntry<Name extends keyof Entries>(map: Name, toolCallId: string): Entries[Name] | undefined {
  // Nothing is proposed to the ledger but what the page's own tools bind.
  return useAgentStore((state) => state[map][toolCallId]) as Entries[Name] | undefined;
}
