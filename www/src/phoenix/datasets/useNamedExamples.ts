import { useMemo } from "react";
import { useAgentStore } from "../app/WorkspaceContext.ts";
import { objectsOf, textOf, textsOf } from "../json.ts";

/** The examples that writes would change which wait, each with the first such call. */
export function useNamedExamples(): ReadonlyMap<string, string> {
  const waiting = useAgentStore((state) => state.pendingDatasetWritesByToolCallId);
  return useMemo(() => {
    const named = new Map<string, string>();
    for (const entry of Object.values(waiting)) {
      if (entry === undefined) continue;
      const { exampleIds, patches } = entry.preview;
      for (const id of [...textsOf(exampleIds), ...objectsOf(patches).map(({ exampleId }) => textOf(exampleId) ?? "")]) {
        if (!named.has(id)) named.set(id, entry.toolCallId);
      }
    }
    return named;
  }, [waiting]);
}
