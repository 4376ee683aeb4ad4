import { useId } from "react";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { AnnotationChip } from "./AnnotationChip.tsx";
import type { Span } from "./spans.ts";

export function SpansPanel() {
  const { spans } = useWorkspace();
  const all = useValue(spans, (state) => state.spans);
  const openId = useValue(spans, (state) => state.openId);
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header className="panel-header">
        <h2 id={titleId}>Spans</h2>
        <span className="quiet">{openId === null ? "None is open." : "The open one is in the agent’s view."}</span>
      </header>
      <ul className="cards-list">
        {all.map((span) => (
          <SpanItem key={span.id} span={span} open={span.id === openId} onToggle={() => spans.update((state) => ({ ...state, openId: span.id === openId ? null : span.id }))} />
        ))}
      </ul>
    </section>
  );
}

function SpanItem({ span, open, onToggle }: { readonly span: Span; readonly open: boolean; readonly onToggle: () => void }) {
  const { id, spanId, name, input, output, annotations } = span;
  const nameId = useId();
  return (
    <li data-span={spanId} data-open={open}>
      <div className="item-bar">
        <h3 id={nameId}>{name}</h3>
        <code className="quiet">{spanId}</code>
        <code className="quiet">{id}</code>
        <span className="spring" />
        <button type="button" className="button button-small" aria-pressed={open} aria-describedby={nameId} onClick={onToggle}>
          {open ? "In view" : "Open"}
        </button>
      </div>
      <dl className="facts">
        <div>
          <dt>Input</dt>
          <dd dir="auto">{input}</dd>
        </div>
        <div>
          <dt>Output</dt>
          <dd dir="auto">{output}</dd>
        </div>
      </dl>
      {annotations.length === 0 ? (
        <p className="quiet">No annotations.</p>
      ) : (
        <ul className="annotations" aria-label={`Annotations of ${spanId}`}>
          {annotations.map((annotation) => (
            <li key={JSON.stringify([annotation.name, annotation.identifier])}>
              <AnnotationChip annotation={annotation} />
              <span className="quiet">by {annotation.annotatorKind}</span>
              {annotation.explanation !== null && (
                <p className="annotation-why" dir="auto">
                  {annotation.explanation}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
