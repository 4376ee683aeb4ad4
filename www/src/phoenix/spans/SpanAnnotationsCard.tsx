import type { SpanAnnotation } from "countersign/phoenix";
import { useState } from "react";
import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { AnnotationChip } from "./AnnotationChip.tsx";

/** So many annotations are drawn at first. */
const first = 4;

/** What would be said, and of which span. */
export function SpanAnnotationsCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingBatchSpanAnnotatesByToolCallId", toolCallId);
  const [all, setAll] = useState(false);
  if (entry === undefined) return null;
  const { annotations } = entry;
  return (
    <>
      <ul className="annotations">
        {annotations.slice(0, all ? undefined : first).map((annotation, index) => (
          <li key={index}>
            <AnnotationChip annotation={annotation} />
            <Target annotation={annotation} />
            {annotation.explanation !== null && (
              <p className="annotation-why" dir="auto">
                {annotation.explanation}
              </p>
            )}
          </li>
        ))}
      </ul>
      {annotations.length > first && (
        <p className="row-more">
          <button type="button" className="button button-small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${first} only` : `Show all ${annotations.length} annotations`}
          </button>
        </p>
      )}
    </>
  );
}

function Target({ annotation: { spanId, spanNodeId, annotatorKind, identifier } }: { readonly annotation: SpanAnnotation }) {
  const { spans } = useWorkspace();
  const name = useValue(spans, (state) => state.spans.find((span) => span.spanId === spanId || span.id === spanNodeId)?.name);
  return (
    <span className="quiet">
      on {name === undefined ? "a span that is not in view" : `“${name}”`} <code>{spanId ?? spanNodeId}</code>, by {annotatorKind}
      {identifier !== null && (
        <>
          , as <code>{identifier}</code>
        </>
      )}
    </span>
  );
}
