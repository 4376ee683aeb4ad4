import type { JsonValue } from "countersign";
import { useRef } from "react";
import { Icon, type IconName } from "../app/Icon.tsx";
import { prettyJson } from "../app/json.ts";
import { useFocusLost } from "../app/useFocusLost.ts";
import { fromTextarea, toTextarea } from "./lineEnds.ts";
import { roles, type Role } from "./prompt.ts";

interface Props {
  readonly message: {
    readonly id: number;
    readonly role: string;
    readonly content?: string | undefined;
    readonly toolCalls?: readonly JsonValue[] | undefined;
  };
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: { readonly role?: Role; readonly content?: string }) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Whoever removed it. */
  readonly onFocusLost: () => void;
}

export function MessageEditor({ message, isFirst, isLast, onChange, onMove, onRemove, onFocusLost }: Props) {
  const line = useRef<HTMLLIElement>(null);
  useFocusLost(line, onFocusLost);
  const { id, role, content = "", toolCalls } = message;
  return (
    <li ref={line} className="message">
      <div className="message-bar">
        <select
          value={role}
          aria-label={`Role of message ${id}`}
          onChange={(event) => onChange({ role: event.target.value as Role })}
        >
          {roles.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
        <span className="quiet">message {id}</span>
        {content.includes("\r\n") && <span className="quiet">CRLF</span>}
        <span className="spring" />
        <Tool icon="up" label={`Move message ${id} up`} disabled={isFirst} onClick={() => onMove(-1)} />
        <Tool icon="down" label={`Move message ${id} down`} disabled={isLast} onClick={() => onMove(1)} />
        <Tool icon="cross" label={`Delete message ${id}`} onClick={onRemove} />
      </div>
      <textarea
        aria-label={`Content of message ${id}`}
        dir="auto"
        value={toTextarea(content)}
        onChange={(event) => onChange({ content: fromTextarea(content, event.target.value) })}
      />
      {toolCalls !== undefined && <pre className="json">{prettyJson(toolCalls)}</pre>}
    </li>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, label, disabled = false, onClick }: ToolProps) {
  return (
    // Stays focusable when it has come to its end, so that the focus is not lost there.
    <button type="button" className="icon-button" aria-label={label} title={label} aria-disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
