import { useAgentStore } from "./WorkspaceContext.ts";
import type { Entries } from "./agentStore.ts";

/** The entry of a call in its map, or nothing once it is decided. */
export function useEntry<Name extends keyof Entries>(map: Name, toolCallId: string): Entries[Name] | undefined {
  // A map's type does not follow from a name that is only known by its own.
  return useAgentStore((state) => state[map][toolCallId]) as Entries[Name] | undefined;
}
