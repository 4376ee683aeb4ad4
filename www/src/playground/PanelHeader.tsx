import { useApprovals } from "countersign/react";
import { focusCall } from "../chat/focusCall.ts";

interface Props {
  readonly titleId: string;
  readonly title: string;
  /** What is closed and opened, inside a sentence. */
  readonly name: string;
  readonly revision: string;
  readonly ownerKey: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** The heading of an editor other than a prompt's, with the way to what waits for it. */
export function PanelHeader({ titleId, title, name, revision, ownerKey, open, onToggle }: Props) {
  return (
    <header className="panel-header">
      <h2 id={titleId}>{title}</h2>
      <code className="quiet revision" title="The revision that the agent has to name">
        {revision}
      </code>
      <WaitingFor ownerKey={ownerKey} />
      <span className="spring" />
      <button type="button" className="button button-small" aria-expanded={open} onClick={onToggle}>
        {open ? "Close" : "Open"}
        <span className="visually-hidden"> {name}</span>
      </button>
    </header>
  );
}

/** How many proposals wait for an editor, as a way to the first of them. */
export function WaitingFor({ ownerKey }: { readonly ownerKey: string }) {
  const count = useApprovals((snapshot) => snapshot.pending.filter((call) => call.ownerKey === ownerKey).length);
  const first = useApprovals((snapshot) => snapshot.pending.find((call) => call.ownerKey === ownerKey)?.toolCallId);
  if (first === undefined) return null;
  return (
    <button type="button" className="badge badge-waiting badge-button" onClick={() => focusCall(first)}>
      {count} {count === 1 ? "proposal" : "proposals"}
    </button>
  );
}
