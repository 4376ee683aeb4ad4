import type { Annotation } from "./spans.ts";

/** What an annotation says, in one line. */
export function AnnotationChip({ annotation: { name, label, score } }: { readonly annotation: Annotation }) {
  const says = [label, score === null ? null : String(score)].filter((word) => word !== null);
  return (
    <span className="annotation" dir="auto">
      <b>{name}</b>
      {says.length > 0 && `: ${says.join(", ")}`}
    </span>
  );
}
