import type { ApprovalStatus, TimelineEntry } from "countersign";

/** One line of a timeline. */
export interface Step extends Pick<TimelineEntry, "seq" | "at" | "generation"> {
  readonly text: string;
}

/** What happened, in words. What a person types is one step, at the time of its last letter. */
export function stepsOf(entries: readonly TimelineEntry[]): readonly Step[] {
  const steps: Step[] = [];
  let last: TimelineEntry | undefined;
  for (const entry of entries) {
    const { seq, at, generation } = entry;
    const step = { seq, at, generation, text: textOf(entry, last) };
    if (last?.kind === "edited" && entry.kind === "edited" && steps.at(-1)?.text === step.text) steps.pop();
    steps.push(step);
    last = entry;
  }
  return steps;
}

function textOf({ kind, status }: TimelineEntry, last: TimelineEntry | undefined): string {
  switch (kind) {
    case "proposed":
      return "Proposed by the agent";
    case "pending":
      return "Checked, and waits for a decision";
    case "presented":
      return "Shown to you";
    case "edited":
      return last?.kind === "rebasing" ? "Checked against the prompt as it is now" : "Changed by you";
    case "rebasing":
      return "To be shown anew: the prompt has changed";
    case "restored":
      return status === "pending" || status === "proposed" ? "Restored after a reload, still waiting" : "Restored after a reload";
    case "applying":
      return "Accepted, and handed on to be written";
    case "settled":
      return ends[status] ?? status;
    case "delivered":
      return "The agent has the answer";
    case "undelivered":
      return "The answer could not be delivered";
    case "redelivering":
      return "The answer is sent again";
  }
}

const ends: Readonly<Partial<Record<ApprovalStatus, string>>> = {
  accepted: "Done",
  rejected: "Rejected by you",
  stale: "Ended: what it would change had changed",
  failed: "Ended: writing it failed",
  cancelled: "Cancelled",
  expired: "Expired: nobody answered in time",
  invalid: "Refused: nobody was asked",
};
