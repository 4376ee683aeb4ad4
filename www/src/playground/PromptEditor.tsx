import { useApprovalOwner } from "countersign/react";
import { useCallback, useRef, useState, type DragEvent } from "react";
import { Icon } from "../app/Icon.tsx";
import { usePage } from "../app/PageContext.ts";
import { importPrompt } from "./importPrompt.ts";
import { MessageEditor } from "./MessageEditor.tsx";
import { ownerKeyOf, type Prompt } from "./prompt.ts";

interface Props {
  readonly prompt: Prompt;
  readonly label: string;
}

/** The open editor of a prompt. While it is mounted, proposals for the prompt may wait. */
export function PromptEditor({ prompt, label }: Props) {
  const { playground } = usePage();
  const { instanceId, messages } = prompt;
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAddButton = useCallback(() => addButton.current?.focus(), []);
  const [dropping, setDropping] = useState(false);
  const [dropNote, setDropNote] = useState("");
  useApprovalOwner(ownerKeyOf(instanceId));

  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDrop = async (event: DragEvent): Promise<void> => {
    setDropping(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    const imported = importPrompt(await file.text());
    if (imported.ok) playground.replaceMessages(instanceId, imported.messages);
    setDropNote(imported.ok ? imported.note : imported.errorText);
  };

  return (
    <div
      className="editor"
      data-dropping={dropping}
      onDragOver={onDragOver}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => void onDrop(event)}
    >
      {dropNote !== "" && <p className="note">{dropNote}</p>}
      <ol className="messages">
        {messages.map((message, index) => (
          <MessageEditor
            key={message.id}
            message={message}
            isFirst={index === 0}
            isLast={index === messages.length - 1}
            onChange={(change) => playground.changeMessage(instanceId, message.id, change)}
            onMove={(by) => playground.moveMessage(instanceId, message.id, by)}
            onRemove={() => playground.removeMessage(instanceId, message.id)}
            onFocusLost={focusAddButton}
          />
        ))}
      </ol>
      <button
        ref={addButton}
        type="button"
        className="button button-small"
        onClick={() => playground.addMessage(instanceId)}
      >
        <Icon name="plus" />
        Add message<span className="visually-hidden"> to prompt {label}</span>
      </button>
    </div>
  );
}
