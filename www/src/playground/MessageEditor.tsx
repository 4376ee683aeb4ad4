import { Icon, type IconName } from "../app/Icon.tsx";
import { prettyJson } from "../app/json.ts";
import { usePage } from "../app/PageContext.ts";
import { fromTextarea, toTextarea } from "./lineEnds.ts";
import { roles, type Message, type Role } from "./prompt.ts";

interface Props {
  readonly instanceId: number;
  readonly message: Message;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onRemove: () => void;
}

export function MessageEditor({ instanceId, message, isFirst, isLast, onRemove }: Props) {
  const { playground } = usePage();
  const { id, role, content = "", toolCalls } = message;
  return (
    <li className="message">
      <div className="message-bar">
        <select
          value={role}
          aria-label={`Role of message ${id}`}
          onChange={(event) => playground.changeMessage(instanceId, id, { role: event.target.value as Role })}
        >
          {roles.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
        <span className="quiet">message {id}</span>
        {content.includes("\r\n") && <span className="quiet">CRLF</span>}
        <span className="spring" />
        <Tool
          icon="up"
          label={`Move message ${id} up`}
          disabled={isFirst}
          onClick={() => playground.moveMessage(instanceId, id, -1)}
        />
        <Tool
          icon="down"
          label={`Move message ${id} down`}
          disabled={isLast}
          onClick={() => playground.moveMessage(instanceId, id, 1)}
        />
        <Tool icon="cross" label={`Delete message ${id}`} onClick={onRemove} />
      </div>
      <textarea
        aria-label={`Content of message ${id}`}
        dir="auto"
        value={toTextarea(content)}
        onChange={(event) =>
          playground.changeMessage(instanceId, id, { content: fromTextarea(content, event.target.value) })
        }
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
