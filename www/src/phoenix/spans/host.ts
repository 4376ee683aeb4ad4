import type { SpanAnnotation, SpanAnnotationHost } from "countersign/phoenix";
import type { State } from "../../app/state.ts";
import type { Server } from "../app/server.ts";
import type { Annotation, Span, SpansState } from "./spans.ts";

export const spanAnnotationHost = (spans: State<SpansState>, server: Server): SpanAnnotationHost => ({
  annotate: (annotations) => server.ask(() => annotate(spans, annotations)),
});

/** Finds every span first, then writes all of the annotations in one step. */
function annotate(spans: State<SpansState>, annotations: readonly SpanAnnotation[]): void {
  const all = spans.get().spans;
  const missing = annotations.find((annotation) => !all.some((span) => isOf(span, annotation)));
  if (missing !== undefined) throw new Error(`There is no span ${missing.spanId ?? missing.spanNodeId}. None of the annotations was written.`);
  spans.update((state) => ({
    ...state,
    spans: state.spans.map((span) => ({ ...span, annotations: annotations.filter((annotation) => isOf(span, annotation)).reduce(written, span.annotations) })),
  }));
}

const isOf = ({ id, spanId }: Span, annotation: SpanAnnotation): boolean => annotation.spanId === spanId || annotation.spanNodeId === id;

/** An annotation takes the place of the one with the same name and identifier. */
function written(annotations: readonly Annotation[], { name, annotatorKind, label, score, explanation, identifier }: SpanAnnotation): readonly Annotation[] {
  const others = annotations.filter((one) => one.name !== name || one.identifier !== identifier);
  return [...others, { name, annotatorKind, label, score, explanation, identifier }];
}
