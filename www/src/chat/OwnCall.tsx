import { useId, useState, type DragEvent } from "react";
import { exampleCalls } from "../agent/exampleCalls.ts";
import { readPastedCall } from "../agent/pastedCall.ts";
import { ownCallAsk } from "../agent/words.ts";
import { usePage } from "../app/PageContext.ts";

/** A field for a tool call's JSON, sent as if the agent had made it. */
export function OwnCall() {
  const { agent, playground } = usePage();
  const [text, setText] = useState(() => exampleCalls[0]?.text(playground) ?? "");
  const id = useId();
  const examplesId = useId();

  const send = (): void => {
    const pasted = readPastedCall(text);
    if (pasted.ok) void agent.takeTurn(ownCallAsk, (turn) => agent.call(turn, pasted.call));
    else agent.refuse(pasted.toolName, text, pasted.errorText);
  };
  const onDrop = async (event: DragEvent): Promise<void> => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    setText(await file.text());
  };

  return (
    <div className="own-call">
      <div className="chips" role="group" aria-labelledby={examplesId}>
        <h3 id={examplesId}>Start from</h3>
        {exampleCalls.map((example) => (
          <button key={example.id} type="button" className="chip" onClick={() => setText(example.text(playground))}>
            {example.label}
          </button>
        ))}
      </div>
      <label className="visually-hidden" htmlFor={id}>
        Tool call as JSON
      </label>
      <textarea
        id={id}
        className="mono"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onDrop={(event) => void onDrop(event)}
      />
      <button type="button" className="button button-small button-primary" onClick={send}>
        Send as the agent
      </button>
    </div>
  );
}
