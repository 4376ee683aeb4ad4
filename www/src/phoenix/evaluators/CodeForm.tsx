import { useId } from "react";
import { useWorkspace } from "../app/WorkspaceContext.ts";
import { Choice } from "../../app/Choice.tsx";
import { type CodeDraft, type CodeFields, type Language, sandboxes } from "./evaluators.ts";
import { JsonField, TextArea, TextField } from "./Fields.tsx";
import { FormFrame } from "./FormFrame.tsx";
import { changeForm } from "./host.ts";

const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: "PYTHON", label: "Python" },
  { value: "TYPESCRIPT", label: "TypeScript" },
];

export function CodeForm({ draft, onFocusLost }: { readonly draft: CodeDraft; readonly onFocusLost: () => void }) {
  const { evaluators } = useWorkspace();
  const { mode, name, description, language, sandboxConfigId, sourceCode, inputMapping, testPayload, outputConfigs } = draft;
  const change = (fields: Partial<CodeFields>): void => changeForm(evaluators, { code: { ...draft, ...fields } });
  return (
    <FormFrame kind="code" draft={draft} onFocusLost={onFocusLost}>
      <TextField label="Name" value={name} onChange={(value) => change({ name: value })} />
      <TextField label="Description" value={description} onChange={(value) => change({ description: value })} />
      {mode === "create" ? (
        <Choice legend="Language" options={languages} value={language} onChange={(value) => change({ language: value, sandboxConfigId: sandboxFor(value) })} />
      ) : (
        <p>
          <span className="quiet">Language</span> {languages.find(({ value }) => value === language)?.label}
        </p>
      )}
      <Sandbox language={language} value={sandboxConfigId} onChange={(value) => change({ sandboxConfigId: value })} />
      <TextArea label="Source code" isCode value={sourceCode} onChange={(value) => change({ sourceCode: value })} />
      <JsonField label="Input mapping" value={inputMapping} />
      <JsonField label="Test payload" value={testPayload} />
      <JsonField label="Output configs" value={outputConfigs} />
    </FormFrame>
  );
}

const sandboxFor = (language: Language): string | null => Object.entries(sandboxes).find(([, sandbox]) => sandbox.language === language)?.[0] ?? null;

interface SandboxProps {
  readonly language: Language;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Sandbox({ language, value, onChange }: SandboxProps) {
  const id = useId();
  const fitting = Object.entries(sandboxes).filter(([, sandbox]) => sandbox.language === language);
  return (
    <div className="field">
      <label htmlFor={id}>Sandbox</label>
      <select id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}>
        <option value="">none</option>
        {fitting.map(([sandboxId, { name }]) => (
          <option key={sandboxId} value={sandboxId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
