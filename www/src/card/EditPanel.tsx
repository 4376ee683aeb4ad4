import type { Approval } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useId, useRef, useState } from "react";
import { prettyJson } from "../app/json.ts";
import { usePage } from "../app/PageContext.ts";
import type { EditPromptInput } from "../playground/toolInput.ts";
import { firstChange, withOperation } from "./editInput.ts";
import { OperationField } from "./OperationField.tsx";

interface Props {
  readonly approval: Approval;
  /** What would be applied now. */
  readonly input: EditPromptInput;
  /** What would have been applied had the person changed nothing. */
  readonly original: EditPromptInput;
}

/** The proposed content as text fields, or the whole input as JSON. Every change is checked at once. */
export function EditPanel({ approval, input, original }: Props) {
  const store = useApprovalStore();
  const { toolCallId, generation, edited, draft } = approval;
  const { playground } = usePage();
  const panel = useRef<HTMLElement>(null);
  const jsonId = useId();
  const [working, setWorking] = useState(input);
  const [json, setJson] = useState<string | undefined>();
  // Opens at the first changed place of what may be a long text.
  useEffect(() => {
    const field = panel.current?.querySelector("textarea");
    const at = firstChange(original, playground);
    field?.setSelectionRange(at, at);
    field?.focus();
  }, [original, playground]);

  const change = (next: EditPromptInput): void => {
    setWorking(next);
    store.edit(toolCallId, next, { generation });
  };
  const changeJson = (text: string): void => {
    setJson(text);
    try {
      store.edit(toolCallId, JSON.parse(text), { generation });
    } catch {
      // Handed over as it is: the check refuses a mere text, and so nothing can be accepted.
      store.edit(toolCallId, text, { generation });
    }
  };
  const undo = (): void => {
    change(original);
    if (json !== undefined) setJson(prettyJson(original));
    panel.current?.querySelector("textarea")?.focus();
  };
  const toggleJson = (): void => {
    // What the check made of the JSON is what the fields go on with.
    if (json !== undefined) setWorking(input);
    setJson(json === undefined ? prettyJson(working) : undefined);
  };

  return (
    <section ref={panel} className="edit" aria-label="Change the proposal">
      <div className="edit-bar">
        <button
          type="button"
          className="button button-small"
          aria-pressed={json !== undefined}
          disabled={json !== undefined && draft !== undefined}
          onClick={toggleJson}
        >
          As JSON
        </button>
        <button type="button" className="button button-small" disabled={!edited && draft === undefined} onClick={undo}>
          Undo my changes
        </button>
      </div>
      {json === undefined ? (
        working.operations.map((operation, index) => (
          <OperationField
            key={index}
            operation={operation}
            onChange={(next) => change(withOperation(working, index, next))}
          />
        ))
      ) : (
        <>
          <label htmlFor={jsonId}>The whole input</label>
          <textarea
            id={jsonId}
            className="mono"
            spellCheck={false}
            value={json}
            onChange={(event) => changeJson(event.target.value)}
          />
        </>
      )}
    </section>
  );
}
