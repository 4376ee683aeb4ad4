import type { Card } from "countersign/phoenix";
import { Icon } from "../app/Icon.tsx";

/** What a generic write says of itself: what to know before accepting it, and what would be written. */
export function WriteBody({ card: { label, note, body } }: { readonly card: Card }) {
  return (
    <>
      {note !== undefined && (
        <p className="danger-note">
          <Icon name="warning" />
          {note}
        </p>
      )}
      <pre className="json write-body" tabIndex={0} aria-label={label}>
        {body}
      </pre>
    </>
  );
}
