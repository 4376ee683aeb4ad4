import type { Tag } from "./datasets.ts";

/** A split or a label, with its colour. */
export function TagChip({ tag: { name, color } }: { readonly tag: Tag }) {
  return (
    <span className="tag" dir="auto" data-color={color}>
      <span className="tag-color" style={{ backgroundColor: color }} />
      {name}
    </span>
  );
}
