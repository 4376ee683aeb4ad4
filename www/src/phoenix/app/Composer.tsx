import { useId, useState } from "react";
import { ServerHold } from "./ServerHold.tsx";
import { surfaces } from "./surfaces.ts";
import type { Recording } from "./surface.ts";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";

/** What the person can ask for: what was recorded for the surface that is shown, and for the chat alone. */
export function Composer() {
  const { shown } = useWorkspace();
  const current = useValue(shown, (value) => value);
  const offered = surfaces.filter(({ id, Panel, recordings }) => (id === current || Panel === undefined) && recordings.length > 0);
  return (
    <div className="composer">
      {offered.map(({ id, title, recordings }) => (
        <Recordings key={id} title={title} recordings={recordings} />
      ))}
      <ServerHold />
      <Message />
    </div>
  );
}

function Recordings({ title, recordings }: { readonly title: string; readonly recordings: readonly Recording[] }) {
  const workspace = useWorkspace();
  const id = useId();
  return (
    <div className="chips" role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {recordings.map(({ label, ask, calls }) => (
        <button key={label} type="button" className="chip" onClick={() => workspace.chat.ask(ask, calls(workspace))}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** The person's own words. They end what waits. */
function Message() {
  const { chat } = useWorkspace();
  const id = useId();
  const [text, setText] = useState("");
  const send = (): void => {
    if (text.trim() === "") return;
    chat.write(text.trim());
    setText("");
  };
  return (
    <form
      className="message-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Message to the agent
      </label>
      <input id={id} type="text" value={text} placeholder="Write on. What waits is stopped." onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="button button-small">
        Send
      </button>
    </form>
  );
}
