import { useApprovalStore } from "countersign/react";
import { useState } from "react";
import type { CallEntry } from "../agent/conversation.ts";
import { stepsOf } from "./steps.ts";

/** What happened to a call, for whoever wants to know. Nothing is worked out while it is closed. */
export function Timeline({ entry }: { readonly entry: CallEntry }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold timeline" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Timeline</summary>
      {open && <Steps entry={entry} />}
    </details>
  );
}

function Steps({ entry: { toolCallId, generation, firstGeneration } }: { readonly entry: CallEntry }) {
  const store = useApprovalStore();
  const ofThisCall = store
    .timeline(toolCallId)
    .filter((step) => step.generation >= firstGeneration && step.generation <= generation);
  const steps = stepsOf(ofThisCall);
  if (steps.length === 0) return <p className="timeline-empty">This is longer ago than the journal goes back.</p>;
  return (
    <ol className="timeline-steps">
      {steps.map((step) => (
        <li key={step.seq}>
          <time dateTime={new Date(step.at).toISOString()}>{timeOfDay.format(step.at)}</time>
          <span>
            {step.text}
            {step.generation > 1 && <span className="quiet"> generation {step.generation}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

const timeOfDay = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
