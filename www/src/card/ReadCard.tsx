import type { Approval } from "countersign";
import { prettyJson } from "../app/json.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import { Badge } from "./CardHeader.tsx";
import { sentenceOf, titleOf } from "./words.ts";

/** A call that needs nobody, on one line. */
export function ReadCard({ approval }: { readonly approval: Approval }) {
  const { playground } = usePage();
  const prompts = useValue(playground, (state) => state.prompts);
  return (
    <article className="card card-read" data-call={approval.toolCallId} data-status={approval.status}>
      <details className="fold">
        <summary>
          <span className="card-read-title">{titleOf(approval, prompts)}</span>
          <code>{approval.toolCallId}</code>
          <Badge approval={approval} />
        </summary>
        <p className="answer-sentence">{sentenceOf(approval)}</p>
        {approval.outcome !== undefined && (
          <pre className="json" data-testid="sent" tabIndex={0}>
            {prettyJson(approval.sent)}
          </pre>
        )}
      </details>
    </article>
  );
}
