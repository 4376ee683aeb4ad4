import type { Approval, GrantRequest, JsonValue } from "countersign";
import type { EditPromptInput } from "../playground/toolInput.ts";
import { editInputOf, readEdit } from "./editInput.ts";
import type { Targets } from "./target.ts";
import { summaryOf, titleOf } from "./words.ts";

/**
 * A yes to the same call when it comes again. Each edit names the revision that it was made for, and
 * writing moves that on: the same edit is the same operations, whatever the revision.
 */
export function sameAgain(approval: Approval & { readonly status: "pending" }, targets: Targets): GrantRequest {
  const { toolName, input } = approval;
  const edit = editInputOf(approval);
  if (edit === undefined) {
    const granted = withoutRevision(input);
    return { toolName, matches: (other) => withoutRevision(other) === granted, label: `${titleOf(approval, targets)}, with exactly this content` };
  }
  const granted = writtenOf(edit);
  return {
    toolName,
    matches: (other: JsonValue) => writtenOf(readEdit(other)) === granted,
    label: `${titleOf(approval, targets)}: ${summaryOf(edit.operations)}${contentOf(edit)}`,
  };
}

function contentOf({ operations }: EditPromptInput): string {
  const text = operations.map((operation) => ("content" in operation ? operation.content : undefined)).find(Boolean);
  if (text === undefined) return "";
  const [start = ""] = text.split(/\r\n?|\n/, 1);
  const shown = start === text && start.length <= 90 ? start : `${start.slice(0, 90).trimEnd()} …`;
  return ` Only with exactly this content: “${shown}”`;
}

const writtenOf = (edit: EditPromptInput | undefined): string | undefined =>
  edit && JSON.stringify([edit.instanceId, edit.operations]);

const withoutRevision = (input: JsonValue): string =>
  JSON.stringify(Object.entries(input ?? {}).filter(([key]) => key !== "expectedRevision"));
