import type { Approval } from "countersign";
import { Icon } from "../app/Icon.tsx";
import { QueuePlace } from "./QueuePlace.tsx";
import { TimeLeft } from "./TimeLeft.tsx";
import { useTitle } from "./useTitle.ts";
import { badgeOf } from "./words.ts";

export function CardHeader({ approval, titleId }: { readonly approval: Approval; readonly titleId: string }) {
  return (
    <header className="card-header">
      <h3 id={titleId}>{useTitle(approval)}</h3>
      <span className="card-state">
        <QueuePlace approval={approval} />
        <Badge approval={approval} />
      </span>
      <p className="card-ids">
        <code>{approval.toolName}</code>
        <code>{approval.toolCallId}</code>
        {approval.generation > 1 && <span>generation {approval.generation}</span>}
        {approval.status === "pending" && approval.expiresAt !== undefined && <TimeLeft until={approval.expiresAt} />}
      </p>
    </header>
  );
}

export function Badge({ approval }: { readonly approval: Approval }) {
  const { label, icon, tone } = badgeOf(approval);
  return (
    <span className={`badge badge-${tone}`}>
      <Icon name={icon} />
      {label}
    </span>
  );
}
