import { isObject, listOf, textOf } from "../json.ts";
import { useWorkspace } from "../app/WorkspaceContext.ts";
import type { LlmDraft, LlmFields } from "./evaluators.ts";
import { JsonField, TextArea, TextField } from "./Fields.tsx";
import { FormFrame } from "./FormFrame.tsx";
import { changeForm } from "./host.ts";

export function LlmForm({ draft, onFocusLost }: { readonly draft: LlmDraft; readonly onFocusLost: () => void }) {
  const { evaluators } = useWorkspace();
  const { name, description, includeExplanation, judge, inputMapping, testPayload, outputConfigs } = draft;
  const change = (fields: Partial<LlmFields>): void => changeForm(evaluators, { llm: { ...draft, ...fields } });
  const messages = listOf(judge["messages"]).filter(isObject);
  return (
    <FormFrame kind="llm" draft={draft} onFocusLost={onFocusLost}>
      <TextField label="Name" value={name} onChange={(value) => change({ name: value })} />
      <TextField label="Description" value={description} onChange={(value) => change({ description: value })} />
      <label className="choice">
        <input type="checkbox" checked={includeExplanation} onChange={(event) => change({ includeExplanation: event.target.checked })} />
        The judge explains its verdict
      </label>
      <p>
        <span className="quiet">Judge</span> {textOf(judge["model"])} <span className="quiet">of</span> {textOf(judge["provider"])}
      </p>
      {messages.map((message, index) => (
        <TextArea
          key={index}
          label={`Judge’s prompt, message ${index + 1} (${textOf(message["role"])})`}
          value={textOf(message["content"]) ?? ""}
          onChange={(content) => change({ judge: { ...judge, messages: messages.with(index, { ...message, content }) } })}
        />
      ))}
      <JsonField label="Input mapping" value={inputMapping} />
      <JsonField label="Test payload" value={testPayload} />
      <JsonField label="Output configs" value={outputConfigs} />
    </FormFrame>
  );
}
