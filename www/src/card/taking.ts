import type { Approval, ApprovalStore, DecisionResult } from "countersign";
import * as v from "valibot";
import { useState } from "react";
import { patchRowsInput } from "../dataset/agentTools.ts";
import { operationsBetween } from "../dataset/rowOperations.ts";
import { readRows } from "../dataset/rows.ts";
import { writePromptToolsInput } from "../prompt-tools/agentTools.ts";
import { readTools } from "../prompt-tools/toolList.ts";
import { writesBetween } from "../prompt-tools/toolWrites.ts";
import { countParts, type Change } from "./parts.ts";

/** Which parts of a change a person has ticked, by their place among its parts. */
export interface Taking {
  readonly parts: number;
  readonly ticked: ReadonlySet<number>;
  readonly tick: (ticked: ReadonlySet<number>) => void;
}

/** All parts are ticked at first, and again when another change is shown. Nothing, where there is no choice. */
export function useTaking(change: Change | undefined): Taking | undefined {
  const [last, setLast] = useState<{ readonly of: Change; readonly ticked: ReadonlySet<number> }>();
  if (change === undefined) return undefined;
  const parts = countParts(change);
  if (parts < 2) return undefined;
  return {
    parts,
    ticked: last?.of === change ? last.ticked : new Set(Array.from({ length: parts }, (_, index) => index)),
    tick: (ticked) => setLast({ of: change, ticked }),
  };
}

/** Makes the ticked parts what would be applied. Throws when the input is not one of the tool. */
export function keepTicked(store: ApprovalStore, approval: Approval, change: Change, ticked: ReadonlySet<number>): DecisionResult {
  const { toolCallId, generation, input } = approval;
  switch (change.kind) {
    case "text":
      return store.editHunks(toolCallId, ticked, { generation });
    case "tools": {
      const { before, changes, apply } = change.json;
      const writes = writesBetween(toolsIn(before), toolsIn(apply(changes.filter((_, index) => ticked.has(index)))));
      return store.edit(toolCallId, { ...v.parse(writePromptToolsInput, input), ...writes }, { generation });
    }
    case "rows": {
      const { rows, parts } = change;
      const taken = parts.filter((_, index) => ticked.has(index));
      const moved = taken.flatMap((part) => ("id" in part && part.kind === "moved" ? [Number(part.id)] : []));
      const operations = operationsBetween(readRows(rows.before), readRows(rows.apply(taken)), new Set(moved));
      return store.edit(toolCallId, { ...v.parse(patchRowsInput, input), operations }, { generation });
    }
  }
}

function toolsIn(text: string) {
  const read = readTools(text);
  if ("errorText" in read) throw new Error(`These changes only go together. ${read.errorText}`);
  return read.tools;
}
