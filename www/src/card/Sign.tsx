import type { RowChange } from "countersign";

const signs = { added: "+", removed: "−", changed: "~", moved: "↕" } as const;

/** What kind of change it is, without colour. The words beside it say it too. */
export function Sign({ kind }: { readonly kind: RowChange["kind"] }) {
  return (
    <span className={`sign sign-${kind}`} aria-hidden="true">
      {signs[kind]}
    </span>
  );
}
