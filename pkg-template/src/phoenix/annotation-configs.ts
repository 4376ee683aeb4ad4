import type { Maybe } from "../maybe.js";
import type { ApprovalHandler } from "../types.js";
import { type ApprovalApplyResult, bindDecisions, type Bound, genericBehaviour, type JsonObject, park, type Parking } from "./bind.js";
import { type Card, readCard, type Shown } from "./cards.js";
import { createSay } from "./catalogue.js";
import { callCore, must } from "./core.js";
import type { Family, PhoenixOptions } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import { type BindGenericOptions, type StagedCall, type StageOptions, stageGeneric } from "./stage.js";

export const ANNOTATION_CONFIG_TOOLS = ["create_annotation_config", "update_annotation_config"] as const;

/** What a card shows of a write. */
export type AnnotationConfigWritePreview =
  | { readonly kind: "create"; readonly draft: JsonObject; readonly projectId: string | null }
  | { readonly kind: "update"; readonly configId: string; readonly draft: JsonObject };

/** A write of an annotation config, as it is shown and committed. */
export interface AnnotationConfigWrite {
  readonly toolName: string;
  readonly preview: AnnotationConfigWritePreview;
}

export interface AnnotationConfigHost {
  readonly commit: (write: AnnotationConfigWrite) => Maybe<ApprovalApplyResult>;
}

const family: Family<AnnotationConfigHost, JsonObject, AnnotationConfigWrite> = {
  stage: (_, input, toolName) => ({ ok: true, facts: { toolName, preview: must(callCore("annotationConfigPreview", { tool: toolName, input })) } }),
  texts: ({ preview, toolName }) => ({ before: "", after: must(callCore<Shown>("annotationConfigCard", { preview })).body, fileName: `${toolName}.json` }),
  apply: ({ host }, write, source) => genericBehaviour(write.toolName, () => host.commit(write), "").apply(source),
  rejected: (_, say) => ({ status: "rejected", message: say("MSG_ANNOTATION_CONFIG_REJECTED") }),
};

/** Writes of annotation configs for an approval store: one handler for both tools. */
export function annotationConfigHandler(
  host: AnnotationConfigHost,
  options?: PhoenixOptions,
): ApprovalHandler<JsonObject, FamilyPreview<AnnotationConfigWrite>> {
  return familyHandler(family, host, options);
}

/** Works out a write of an annotation config, then parks its entry, or accepts it at once. */
export function stageAnnotationConfigTool(
  host: AnnotationConfigHost,
  options: StageOptions<AnnotationConfigWritePreview>,
): (toolCall: StagedCall) => Promise<void> {
  return stageGeneric(family, host, options, (write) => write.preview);
}

export interface PendingAnnotationConfigWrite {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly preview: AnnotationConfigWritePreview;
}

/** An entry of the slice of annotation config writes, bound. */
export function bindPendingAnnotationConfigWrite<Pending extends PendingAnnotationConfigWrite>(
  options: BindGenericOptions<Pending> & PhoenixOptions,
): Bound<Pending> {
  const { pending, apply, addToolOutput, setPending } = options;
  const behaviour = genericBehaviour(pending.toolName, apply, createSay(options.messages)("MSG_ANNOTATION_CONFIG_REJECTED"));
  return bindDecisions({ pending, behaviour, addToolOutput, setPending });
}

/** Parks an entry of annotation config writes that is worked out already, or accepts it at once. */
export async function stageAnnotationConfigWrite<Pending extends PendingAnnotationConfigWrite>(
  options: BindGenericOptions<Pending> & PhoenixOptions & Parking<Bound<Pending>>,
): Promise<void> {
  await park(options.pending.toolName, bindPendingAnnotationConfigWrite(options), options, false);
}

/** The card of a write of an annotation config. */
export function annotationConfigWriteCard(preview: AnnotationConfigWritePreview, options: PhoenixOptions = {}): Card {
  return readCard("annotationConfigCard", preview, options);
}
