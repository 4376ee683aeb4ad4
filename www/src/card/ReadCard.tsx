import type { Approval } from "countersign";
import type { CallEntry } from "../agent/conversation.ts";
import { prettyJson } from "../app/json.ts";
import { Badge } from "./CardHeader.tsx";
import { Timeline } from "./Timeline.tsx";
import { useTitle } from "./useTitle.ts";
import { sentenceOf } from "./words.ts";

interface Props {
  readonly approval: Approval;
  readonly entry: CallEntry;
}

/** A call that needs nobody, on one line. */
export function ReadCard({ approval, entry }: Props) {
  return (
    <article className="card card-read" data-call={approval.toolCallId} data-status={approval.status}>
      <details className="fold">
        <summary>
          <span className="card-read-title">{useTitle(approval)}</span>
          <code>{approval.toolCallId}</code>
          <Badge approval={approval} />
        </summary>
        <p className="answer-sentence">{sentenceOf(approval)}</p>
        {approval.outcome !== undefined && (
          <pre className="json" data-testid="sent" tabIndex={0}>
            {prettyJson(approval.sent)}
          </pre>
        )}
        <Timeline entry={entry} />
      </details>
    </article>
  );
}
