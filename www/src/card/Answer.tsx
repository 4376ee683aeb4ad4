import type { Approval } from "countersign";
import { useApprovalStore } from "countersign/react";
import { runScript } from "../agent/scripts.ts";
import { prettyJson } from "../app/json.ts";
import { usePage } from "../app/PageContext.ts";
import { sentenceOf } from "./words.ts";

interface Props {
  readonly approval: Approval;
  readonly scriptId: string | undefined;
}

/** What came of the call, and exactly what the agent was told. */
export function Answer({ approval, scriptId }: Props) {
  const store = useApprovalStore();
  const { agent } = usePage();
  if (approval.outcome === undefined) return null;
  const { toolCallId, delivery, sent, status } = approval;
  return (
    <section className="answer" aria-label="Answer">
      <p className="answer-sentence">{sentenceOf(approval)}</p>
      <details className="fold" open>
        <summary>{delivery === "undelivered" ? "The agent is still to be told" : "The agent was told"}</summary>
        <pre className="json" data-testid="sent" tabIndex={0}>
          {prettyJson(sent)}
        </pre>
      </details>
      {delivery === "undelivered" && (
        <p className="answer-action">
          <span>The answer could not be delivered. It is kept.</span>
          <button type="button" className="button button-small" onClick={() => store.redeliver(toolCallId)}>
            Send again
          </button>
        </p>
      )}
      {status === "stale" && scriptId !== undefined && (
        <p className="answer-action">
          <button type="button" className="button button-small" onClick={() => void runScript(agent, scriptId)}>
            Ask the agent to read it again
          </button>
        </p>
      )}
    </section>
  );
}
