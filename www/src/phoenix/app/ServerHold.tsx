import { useId } from "react";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";

/** Lets the person see what happens while a lookup or a write is under way. */
export function ServerHold() {
  const { server } = useWorkspace();
  const isHeld = useValue(server.isHeld, (value) => value);
  const id = useId();
  return (
    <div className="chips" role="group" aria-labelledby={id}>
      <h3 id={id}>Meanwhile</h3>
      <label className="chip chip-check">
        <input type="checkbox" checked={isHeld} onChange={(event) => server.isHeld.update(() => event.target.checked)} />
        The server does not answer yet
      </label>
    </div>
  );
}
