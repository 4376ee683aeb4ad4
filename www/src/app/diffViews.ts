import type { DiffView } from "countersign/react";

/** How a change can be drawn. */
export const diffViews: readonly { readonly value: DiffView; readonly label: string }[] = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
];
