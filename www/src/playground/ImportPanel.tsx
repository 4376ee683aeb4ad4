import { useEffect, useId, useRef, useState } from "react";
import { usePage } from "../app/PageContext.ts";
import { importPrompt } from "./importPrompt.ts";

interface Props {
  readonly instanceId: number;
  readonly onDone: () => void;
}

/** Takes a prompt of the person's own, in place of what the editor holds. */
export function ImportPanel({ instanceId, onDone }: Props) {
  const { playground } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => field.current?.focus(), []);

  const load = (): void => {
    const imported = importPrompt(text);
    if (!imported.ok) return setProblem(imported.errorText);
    playground.replaceMessages(instanceId, imported.messages);
    onDone();
  };

  return (
    <div className="import">
      <label htmlFor={id}>A prompt as plain text, or as JSON with messages. You can also drop a file on the editor.</label>
      <textarea
        ref={field}
        id={id}
        className="mono"
        spellCheck={false}
        value={text}
        placeholder={'{"messages": [{"role": "system", "content": "…"}]}'}
        onChange={(event) => {
          setText(event.target.value);
          setProblem("");
        }}
      />
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button type="button" className="button button-small button-primary" onClick={load}>
          Replace the messages
        </button>
        <button type="button" className="button button-small" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
