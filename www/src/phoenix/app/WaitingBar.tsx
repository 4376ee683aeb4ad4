import { shouldKeepTurnOpen } from "countersign/phoenix";
import { focusCall } from "../../chat/focusCall.ts";
import { StopTurn } from "../../chat/StopTurn.tsx";
import type { Session } from "./chat.ts";
import { waitingIn } from "./waiting.ts";
import { useAgentStore, useWorkspace } from "./WorkspaceContext.ts";

/** The way from wherever the person is to the oldest call that waits, and to the end of the agent's turn. */
export function WaitingBar({ session: { id, messages } }: { readonly session: Session }) {
  const { chat } = useWorkspace();
  const count = useAgentStore((state) => waitingIn(state, id, messages).length);
  const head = useAgentStore((state) => waitingIn(state, id, messages)[0]?.toolCallId);
  const bypass = useAgentStore((state) => state.permissions.edits === "bypass");
  const asked = messages.findLast(({ role }) => role === "user")?.parts.find((part) => part.type === "text");
  return (
    <div className="waiting-bar">
      {head === undefined ? (
        <span className="quiet">Nothing waits for you.</span>
      ) : (
        <button type="button" className="button button-small button-primary" onClick={() => focusCall(head)}>
          {count === 1 ? "1 call waits for you" : `${count} calls wait for you`}
        </button>
      )}
      {bypass && <span className="bypass-note">Bypass is on: valid edits are written without asking.</span>}
      <StopTurn ask={shouldKeepTurnOpen({ messages }) ? asked?.text : undefined} onStop={chat.stop} />
    </div>
  );
}
