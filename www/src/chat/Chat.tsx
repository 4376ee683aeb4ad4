import { useApprovals } from "countersign/react";
import { Composer } from "./Composer.tsx";
import { focusCall } from "./focusCall.ts";
import { Transcript } from "./Transcript.tsx";

export function Chat() {
  return (
    <section className="panel chat" aria-labelledby="chat-title">
      <header className="panel-header">
        <h2 id="chat-title">Agent</h2>
      </header>
      <Transcript />
      <WaitingBar />
      <Composer />
    </section>
  );
}

/** The way from wherever the person is to the call that waits longest. */
function WaitingBar() {
  const count = useApprovals((snapshot) => snapshot.pending.length);
  const next = useApprovals((snapshot) => snapshot.pending[0]?.toolCallId);
  const bypass = useApprovals((snapshot) => snapshot.editPermission === "bypass");
  return (
    <div className="waiting-bar">
      {next === undefined ? (
        <span className="quiet">Nothing waits for you.</span>
      ) : (
        <button type="button" className="button button-small button-primary" onClick={() => focusCall(next)}>
          {count === 1 ? "1 proposal waits for you" : `${count} proposals wait for you`}
        </button>
      )}
      {bypass && <span className="bypass-note">Bypass is on: valid edits are written without asking.</span>}
    </div>
  );
}
