import { type ReactNode, useCallback } from "react";
import type { Taking } from "./taking.ts";

interface Props {
  /** The places of what it stands for. */
  readonly parts: readonly number[];
  readonly taking: Taking;
  /** Its name, where that stands elsewhere. */
  readonly label?: string;
  /** Its name, beside it. */
  readonly children?: ReactNode;
}

/** A box for one part, or for several of which only some may be ticked. */
export function Tick({ parts, taking: { ticked, tick }, label, children }: Props) {
  const many = parts.filter((part) => ticked.has(part)).length;
  const some = many > 0 && many < parts.length;
  // There is no attribute for it.
  const mix = useCallback(
    (box: HTMLInputElement | null) => {
      if (box !== null) box.indeterminate = some;
    },
    [some],
  );
  const box = (
    <input
      ref={mix}
      type="checkbox"
      aria-label={label}
      checked={many === parts.length}
      onChange={() => tick(toggled(ticked, parts))}
    />
  );
  if (children === undefined) return box;
  return (
    <label className="choice">
      {box}
      {children}
    </label>
  );
}

/** With these ticked, or, when they all are, without them. */
function toggled(ticked: ReadonlySet<number>, parts: readonly number[]): ReadonlySet<number> {
  const next = new Set(ticked);
  const all = parts.every((part) => ticked.has(part));
  for (const part of parts) {
    if (all) next.delete(part);
    else next.add(part);
  }
  return next;
}
