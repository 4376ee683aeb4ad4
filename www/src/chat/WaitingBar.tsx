import { useApprovals } from "countersign/react";
import { usePage, useValue } from "../app/PageContext.ts";
import { focusCall } from "./focusCall.ts";
import { StopTurn } from "./StopTurn.tsx";

/** The way from wherever the person is to the head of the queue, and to the end of the agent's newest turn. */
export function WaitingBar() {
  const { agent } = usePage();
  const sessionId = useValue(agent, (state) => state.sessionId);
  const turn = useValue(agent, (state) => state.turns.at(-1));
  const count = useApprovals(({ queue }) => queue(sessionId).length);
  const head = useApprovals(({ queue }) => queue(sessionId)[0]?.toolCallId);
  const bypass = useApprovals((snapshot) => snapshot.editPermission === "bypass");
  return (
    <div className="waiting-bar">
      {head === undefined ? (
        <span className="quiet">Nothing waits for you.{turn !== undefined && " The agent is at work."}</span>
      ) : (
        <button type="button" className="button button-small button-primary" onClick={() => focusCall(head)}>
          {count === 1 ? "1 proposal waits for you" : `${count} proposals wait for you`}
        </button>
      )}
      {bypass && <span className="bypass-note">Bypass is on: valid edits are written without asking.</span>}
      <StopTurn ask={turn?.ask} onStop={agent.stopTurn} />
    </div>
  );
}
