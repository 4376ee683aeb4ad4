import { annotationConfigWriteCard } from "countersign/phoenix";
import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { WriteBody } from "../WriteBody.tsx";

export function AnnotationConfigCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingAnnotationConfigWritesByToolCallId", toolCallId);
  return entry === undefined ? null : <WriteBody card={annotationConfigWriteCard(entry.preview)} />;
}
