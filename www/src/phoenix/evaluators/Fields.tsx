import { useId } from "react";
import { prettyJson } from "../../app/json.ts";

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, value, onChange }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" dir="auto" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

export function TextArea({ label, value, onChange, isCode = false }: TextProps & { readonly isCode?: boolean }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className={isCode ? "mono" : undefined} spellCheck={!isCode} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

/** What the agent can change, and this form shows. */
export function JsonField({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <details className="field">
      <summary>{label}</summary>
      <pre className="json" tabIndex={0}>
        {prettyJson(value)}
      </pre>
    </details>
  );
}
