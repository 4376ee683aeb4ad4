import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFocusLost } from "../../app/useFocusLost.ts";
import { useClientActions } from "../app/useClientActions.ts";
import { useWorkspace } from "../app/WorkspaceContext.ts";
import { formActions } from "./actions.ts";
import type { Drafts, Kind } from "./evaluators.ts";
import { changeForm, saveForm } from "./host.ts";

interface Props {
  readonly kind: Kind;
  readonly draft: Drafts[Kind];
  readonly onFocusLost: () => void;
  readonly children: ReactNode;
}

/** The form of an evaluator. While it is open, the agent can edit its draft and submit it. */
export function FormFrame({ kind, draft, onFocusLost, children }: Props) {
  const workspace = useWorkspace();
  const { evaluators } = workspace;
  const [result, setResult] = useState<ReturnType<typeof saveForm>>();
  const form = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useClientActions((ownerKey) => formActions[kind](workspace, ownerKey));
  useEffect(() => title.current?.focus(), []);
  useFocusLost(form, onFocusLost);
  useEffect(() => setResult(undefined), [draft.name]);
  const noun = kind === "code" ? "code evaluator" : "LLM evaluator";
  return (
    <section ref={form} className="panel" aria-labelledby={titleId} data-form={kind}>
      <header className="panel-header">
        <h2 id={titleId} ref={title} tabIndex={-1}>{draft.mode === "create" ? `New ${noun}` : `Edit ${noun}`}</h2>
        <span className="spring" />
        <button type="button" className="button button-small" onClick={() => changeForm(evaluators, { [kind]: null })}>
          Close the form
        </button>
        <button type="button" className="button button-small button-primary" onClick={() => setResult(saveForm(evaluators, kind))}>
          Save
        </button>
      </header>
      <div className="editor">
        {result !== undefined && (
          <p className={result.ok ? "note" : "problem"} role="status">
            {result.ok ? `“${result.evaluator.name}” is saved.` : result.error}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
