import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler, JsonValue } from "../types.js";
import type { Bound, Cancel, JsonObject } from "./bind.js";
import { callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";

export const ANNOTATE_SPANS = "batch_span_annotate";

/** An annotation of one span, which is named by one of its two ids. */
export interface SpanAnnotation {
  readonly spanId?: string;
  readonly spanNodeId?: string;
  readonly name: string;
  readonly annotatorKind: "LLM" | "HUMAN" | "CODE";
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly identifier: string | null;
  readonly metadata: JsonObject | null;
}

/** What an entry of annotations holds. */
export interface SpanAnnotations {
  readonly annotations: readonly SpanAnnotation[];
}

export interface SpanAnnotationHost {
  /** Finds every span first, then writes all of the annotations at once. */
  readonly annotate: (annotations: readonly SpanAnnotation[]) => Maybe<unknown>;
}

const told = (annotations: readonly SpanAnnotation[]): readonly JsonValue[] => must(callCore("annotationsOutput", { annotations }));

const family: Family<SpanAnnotationHost, SpanAnnotations, SpanAnnotations> = {
  stage: (_, { annotations }) => ({ ok: true, facts: { annotations } }),
  texts: ({ annotations }) => ({ before: "", after: JSON.stringify(annotations, undefined, 2), fileName: `${ANNOTATE_SPANS}.json` }),
  apply: ({ host, say }, { annotations }, source) =>
    chain(host.annotate(annotations), () => ({
      ok: true,
      output: {
        status: "accepted",
        acceptedBy: source,
        count: annotations.length,
        annotations: told(annotations),
        message: say("MSG_ANNOTATIONS_APPLIED", annotations.length),
      },
    })),
  rejected: ({ annotations }, say) => ({ status: "rejected", count: annotations.length, annotations: told(annotations), message: say("MSG_ANNOTATIONS_REJECTED") }),
  cancelled: (say) => say("CANCEL_ANNOTATIONS"),
  failed: (thrown, say) => (thrown instanceof Error ? thrown.message : say("ANNOTATIONS_APPLY_FAILED")),
};

/** Span annotations for an approval store. */
export function spanAnnotationsHandler(host: SpanAnnotationHost, options?: PhoenixOptions): ApprovalHandler<SpanAnnotations, FamilyPreview<SpanAnnotations>> {
  return familyHandler(family, host, options);
}

/** Span annotations for a slice that keeps entries with callbacks. */
export function createBatchSpanAnnotateAction(options: ClientActionOptions<SpanAnnotationHost, SpanAnnotations>): ClientAction {
  return familyAction(family, ANNOTATE_SPANS, options);
}

export function bindPendingBatchSpanAnnotateActions<Pending extends SpanAnnotations & { readonly toolCallId: string }>(
  options: BindOptions<SpanAnnotationHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, ANNOTATE_SPANS, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
