import { useApprovalStore } from "countersign/react";
import { toolRow } from "countersign/phoenix";
import { type MouseEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "../../app/Icon.tsx";
import { prettyJson } from "../../app/json.ts";
import { useFocusLost } from "../../app/useFocusLost.ts";
import { cardOf, titleOf } from "./cards.ts";
import { diffOf, EntryDiff } from "./EntryDiff.tsx";
import type { CardProps } from "./surface.ts";
import { toolNameOf, type ToolPart } from "./transcript.ts";
import { type Decidable, entryOf } from "./waiting.ts";
import { answerSentence, stateOf } from "./words.ts";
import { useAgentStore } from "./WorkspaceContext.ts";

/** One tool call in the conversation: the frame, with what its tool shows in it. */
export function CallCard({ part, sessionId }: CardProps) {
  const { toolCallId } = part;
  const toolName = toolNameOf(part);
  const entry = useAgentStore((state) => entryOf(state, part, sessionId));
  const card = cardOf(toolName);
  const article = useRef<HTMLElement>(null);
  const titleId = useId();
  const [takeFocus, setTakeFocus] = useState(false);
  const row = toolRow(toolName, part);

  // The focused button goes away when the call moves on: the card itself takes the focus.
  useEffect(() => {
    if (takeFocus) article.current?.focus({ preventScroll: true });
    setTakeFocus(false);
  }, [takeFocus]);
  const onFocusLost = useCallback(() => setTakeFocus(true), []);

  return (
    <article ref={article} className="card" data-call={toolCallId} data-status={statusOf(part, entry)} tabIndex={-1} aria-labelledby={titleId}>
      <header className="card-header">
        <h3 id={titleId}>{titleOf(toolName)}</h3>
        {row !== "" && <span className="quiet">{row}</span>}
        <span className="card-state">
          <Badge part={part} entry={entry} />
        </span>
        <p className="card-ids">
          <code>{toolName}</code>
          <code>{toolCallId}</code>
        </p>
      </header>
      {entry !== undefined && card !== undefined && (
        <Waiting part={part} sessionId={sessionId} entry={entry} onFocusLost={onFocusLost} />
      )}
      {part.state !== "input-available" && <Answer part={part} />}
    </article>
  );
}

function Waiting({ part, sessionId, entry, onFocusLost }: CardProps & { readonly entry: Decidable; readonly onFocusLost: () => void }) {
  const ledger = useApprovalStore();
  const region = useRef<HTMLDivElement>(null);
  const card = cardOf(toolNameOf(part));
  useFocusLost(region, onFocusLost);
  useEffect(() => {
    const approval = ledger.getApproval(part.toolCallId);
    if (approval?.status === "pending") ledger.present(part.toolCallId, { generation: approval.generation });
  }, [ledger, part.toolCallId, entry]);
  if (card === undefined) return null;
  return (
    <div ref={region} className="card-waiting">
      <card.Body part={part} sessionId={sessionId} />
      {card.ownAnswer !== true && (
        <div className="decision">
          <span className="spring" />
          <button type="button" className="button button-reject" disabled={entry.reject === undefined} onClick={(event) => once(event, () => entry.reject?.())}>
            Reject
          </button>
          <button type="button" className="button button-accept" disabled={entry.accept === undefined} onClick={(event) => once(event, () => entry.accept?.())}>
            Accept
          </button>
        </div>
      )}
    </div>
  );
}

/** The second click of a double click may land on the card that took the place of the first. */
function once({ detail }: MouseEvent, decide: () => unknown): void {
  if (detail < 2) void decide();
}

/** What came of the call, exactly what the agent was told, and what was proposed. */
function Answer({ part }: { readonly part: ToolPart }) {
  const ledger = useApprovalStore();
  const wasShown = diffOf(ledger, part.toolCallId) !== undefined;
  const told = part.state === "output-error" ? part.errorText : part.output;
  return (
    <section className="answer" aria-label="Answer">
      <p className="answer-sentence">{answerSentence(part)}</p>
      <details className="fold">
        <summary>The agent was told</summary>
        <pre className="json" tabIndex={0}>
          {typeof told === "string" ? told : prettyJson(told)}
        </pre>
      </details>
      <details className="fold">
        <summary>{wasShown ? "What was proposed" : "What the agent sent"}</summary>
        {wasShown ? (
          <EntryDiff toolCallId={part.toolCallId} />
        ) : (
          <pre className="json" tabIndex={0}>
            {prettyJson(part.input)}
          </pre>
        )}
      </details>
    </section>
  );
}

function Badge({ part, entry }: { readonly part: ToolPart; readonly entry: Decidable | undefined }) {
  const status = statusOf(part, entry);
  const { icon, tone } = signs[status];
  return (
    <span className={`badge badge-${tone}`}>
      <Icon name={icon} />
      {status === "working" ? "Working" : status === "interrupted" ? "Interrupted" : stateOf(part)}
    </span>
  );
}

const signs = {
  pending: { icon: "clock", tone: "waiting" },
  working: { icon: "pen", tone: "quiet" },
  answered: { icon: "check", tone: "good" },
  rejected: { icon: "cross", tone: "bad" },
  failed: { icon: "warning", tone: "bad" },
  interrupted: { icon: "stop", tone: "quiet" },
} as const satisfies Record<string, { readonly icon: IconName; readonly tone: string }>;

function statusOf(part: ToolPart, entry: Decidable | undefined): keyof typeof signs {
  const { state, output, callProviderMetadata } = part;
  if (state === "input-available") return entry === undefined ? "working" : "pending";
  // A write that ran when its turn was stopped has an output all the same.
  if (state === "output-error") return callProviderMetadata.phoenix.outcome === "interrupted" ? "interrupted" : "failed";
  const rejected = typeof output === "object" && output !== null && "status" in output && output.status === "rejected";
  return rejected ? "rejected" : "answered";
}
