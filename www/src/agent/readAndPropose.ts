import { retitleMany, tidyTitles } from "../dataset/edits.ts";
import type { RowOperation } from "../dataset/rowOperations.ts";
import type { DatasetSnapshot } from "../dataset/rows.ts";
import type { PromptSnapshot } from "../playground/prompt.ts";
import { changeTools, reorderKeys } from "../prompt-tools/edits.ts";
import type { ToolListSnapshot } from "../prompt-tools/toolList.ts";
import type { ToolWrites } from "../prompt-tools/toolWrites.ts";
import type { NewCall } from "./agent.ts";
import type { ProposedOperation } from "./answers.ts";
import { breakLines, changeWord, reshape, rewriteTitle } from "./edits.ts";

/** What is read, and the change that is proposed because of it. */
export interface Edit {
  readonly read: NewCall;
  /** The call that follows from the answer; none when there is nothing to change. */
  readonly propose: (answer: string) => NewCall | undefined;
  /** How long that call is on the way, in milliseconds. */
  readonly afterMs?: number;
}

function promptEdit(instanceId: number, plan: (snapshot: PromptSnapshot) => readonly ProposedOperation[]): Edit {
  return {
    read: { toolName: "read_prompt_instance", input: { instanceId } },
    propose: (answer) => {
      const snapshot = JSON.parse(answer) as PromptSnapshot;
      const operations = plan(snapshot);
      if (operations.length === 0) return undefined;
      return { toolName: "edit_prompt_instance", input: { instanceId, expectedRevision: snapshot.revision, operations } };
    },
  };
}

function toolsEdit(instanceId: number, plan: (snapshot: ToolListSnapshot) => ToolWrites): Edit {
  return {
    read: { toolName: "read_prompt_tools", input: { instanceId } },
    propose: (answer) => {
      const snapshot = JSON.parse(answer) as ToolListSnapshot;
      const writes = plan(snapshot);
      if (writes.tools.length + writes.deleteTools.length === 0) return undefined;
      return { toolName: "write_prompt_tools", input: { instanceId, expectedRevision: snapshot.revision, ...writes } };
    },
  };
}

function rowsEdit(datasetId: number, plan: (snapshot: DatasetSnapshot) => readonly RowOperation[]): Edit {
  return {
    read: { toolName: "read_dataset_rows", input: { datasetId } },
    propose: (answer) => {
      const snapshot = JSON.parse(answer) as DatasetSnapshot;
      const operations = plan(snapshot);
      if (operations.length === 0) return undefined;
      return { toolName: "patch_dataset_rows", input: { datasetId, expectedRevision: snapshot.revision, operations } };
    },
  };
}

export const edits = {
  word: promptEdit(1, changeWord),
  line: promptEdit(2, rewriteTitle),
  shape: promptEdit(2, reshape),
  greetings: promptEdit(2, breakLines),
  tools: toolsEdit(1, changeTools),
  keys: toolsEdit(1, reorderKeys),
  titles: rowsEdit(1, tidyTitles),
  archive: rowsEdit(2, retitleMany),
} as const;
