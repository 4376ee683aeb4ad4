import { useCallback, useId, useRef } from "react";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { CodeForm } from "./CodeForm.tsx";
import { openForm } from "./host.ts";
import { LlmForm } from "./LlmForm.tsx";
import type { Saved } from "./evaluators.ts";
import { newCodeDraft, newLlmDraft } from "./samples.ts";

/** The evaluators that are saved, and the forms that are open. */
export function EvaluatorsPanel() {
  const { evaluators } = useWorkspace();
  const saved = useValue(evaluators, (state) => state.saved);
  const { code, llm } = useValue(evaluators, (state) => state.forms);
  const openings = useValue(evaluators, (state) => state.openings);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const onFocusLost = useCallback(() => title.current?.focus(), []);
  return (
    <>
      <section className="panel" aria-labelledby={titleId}>
        <header className="panel-header">
          <h2 id={titleId} ref={title} tabIndex={-1}>
            Evaluators
          </h2>
          <span className="spring" />
          <button type="button" className="button button-small" onClick={() => openForm(evaluators, "code", newCodeDraft)}>
            New code evaluator
          </button>
          <button type="button" className="button button-small" onClick={() => openForm(evaluators, "llm", newLlmDraft)}>
            New LLM evaluator
          </button>
        </header>
        <ul className="cards-list">
          {saved.map((one) => (
            <SavedItem key={one.id} saved={one} />
          ))}
        </ul>
      </section>
      {/* Opened anew, it is another form: what waits for the former is cancelled. */}
      {code !== null && <CodeForm key={`code ${openings.code}`} draft={code} onFocusLost={onFocusLost} />}
      {llm !== null && <LlmForm key={`llm ${openings.llm}`} draft={llm} onFocusLost={onFocusLost} />}
    </>
  );
}

function SavedItem({ saved }: { readonly saved: Saved }) {
  const { evaluators } = useWorkspace();
  const { id, kind, draft } = saved;
  const nameId = useId();
  return (
    <li data-evaluator={draft.name}>
      <div className="item-bar">
        <h3 id={nameId} dir="auto">
          {draft.name}
        </h3>
        <span className="quiet">{kind === "code" ? "code" : "LLM"}</span>
        <code className="quiet">{id}</code>
        <span className="spring" />
        <button
          type="button"
          className="button button-small"
          aria-describedby={nameId}
          onClick={() => (saved.kind === "code" ? openForm(evaluators, saved.kind, saved.draft) : openForm(evaluators, saved.kind, saved.draft))}
        >
          Edit
        </button>
      </div>
      {draft.description !== "" && <p dir="auto">{draft.description}</p>}
    </li>
  );
}
