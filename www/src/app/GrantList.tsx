import type { Grant } from "countersign";
import { useApprovals, useApprovalStore } from "countersign/react";
import { useId, useRef } from "react";
import { prettyJson } from "./json.ts";

/** What the agent may do without asking, each with the way to take it back. */
export function GrantList() {
  const store = useApprovalStore();
  const grants = useApprovals((snapshot) => snapshot.grants);
  const id = useId();
  const summary = useRef<HTMLElement>(null);
  const revoke = (grantId: number): void => {
    store.revokeGrant(grantId);
    // Its button goes away with it.
    summary.current?.focus();
  };
  return (
    <details className="grants">
      <summary ref={summary}>Allowed without asking ({grants.length})</summary>
      {grants.length === 0 ? (
        <p className="quiet">Nothing. A proposal that you accept can be allowed for the next times too.</p>
      ) : (
        <ul aria-label="Allowed without asking">
          {grants.map((grant) => (
            <li key={grant.grantId}>
              <span id={`${id}-${grant.grantId}`}>{scopeOf(grant)}</span>
              <button
                type="button"
                className="button button-small"
                aria-describedby={`${id}-${grant.grantId}`}
                onClick={() => revoke(grant.grantId)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const scopeOf = ({ toolName, scope }: Grant): string =>
  scope.kind === "matching" ? scope.label : `${toolName} with exactly this input: ${prettyJson(scope.input)}`;
