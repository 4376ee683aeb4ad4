import type { CardProps } from "../app/surface.ts";
import { EntryDiff } from "../app/EntryDiff.tsx";

/** The draft as it is and as it would be, as text. */
export function EvaluatorEditCard({ part: { toolCallId } }: CardProps) {
  return <EntryDiff toolCallId={toolCallId} />;
}
