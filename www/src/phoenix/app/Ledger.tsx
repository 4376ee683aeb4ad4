import { useApprovals } from "countersign/react";
import { AnswerLog } from "../../agent/AnswerLog.tsx";
import { useAgentStore, useValue, useWorkspace } from "./WorkspaceContext.ts";

/** The one ledger under the page: what waits in it, and each call with its answers. */
export function Ledger() {
  const { chat } = useWorkspace();
  const log = useValue(chat, (state) => state.log);
  const waiting = useApprovals(({ pending }) => pending.map(({ toolCallId }) => toolCallId));
  // Questions wait beside the ledger: they propose nothing.
  const questions = useAgentStore((state) => state.pendingElicitationBySessionId);
  const unanswered = (toolCallId: string): string => {
    if (waiting.includes(toolCallId)) return "waits";
    return Object.values(questions).some((asked) => asked?.toolCallId === toolCallId) ? "asks you" : "none yet";
  };
  return (
    <AnswerLog
      title={`Ledger: ${waiting.length === 0 ? "nothing waits" : waiting.length === 1 ? "1 call waits" : `${waiting.length} calls wait`}`}
      lines={log}
      unanswered={unanswered}
    />
  );
}
