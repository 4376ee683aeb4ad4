import type { ClientAction } from "countersign/phoenix";
import { useEffect, useId, useState } from "react";
import { useWorkspace } from "./WorkspaceContext.ts";

/**
 * Registers a surface's actions, by tool name, while it is mounted, and holds the lease of what they park: when
 * the surface goes, that is cancelled. `make` is called once, with the key of their owner.
 */
export function useClientActions(make: (ownerKey: string) => Readonly<Record<string, ClientAction>>): void {
  const { agentStore, ledger } = useWorkspace();
  const ownerKey = useId();
  const [actions] = useState(() => make(ownerKey));
  useEffect(() => {
    const { registerClientAction } = agentStore.getState();
    const releases = Object.entries(actions).map(([name, action]) => registerClientAction(name, action));
    releases.push(ledger.acquireOwner(ownerKey));
    return () => {
      for (const release of releases) release();
    };
  }, [agentStore, ledger, ownerKey, actions]);
}
