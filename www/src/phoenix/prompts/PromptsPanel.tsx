import { useCallback, useRef } from "react";
import { Icon } from "../../app/Icon.tsx";
import { useFocusLost } from "../../app/useFocusLost.ts";
import { MessageEditor } from "../../playground/MessageEditor.tsx";
import { useClientActions } from "../app/useClientActions.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { PlaygroundDataset } from "../datasets/PlaygroundDataset.tsx";
import { promptActions } from "./actions.ts";
import { InstanceHeader } from "./InstanceHeader.tsx";
import type { Instance } from "./playground.ts";

/** The prompts of the playground, and the dataset that they run on. */
export function PromptsPanel() {
  const workspace = useWorkspace();
  const instances = useValue(workspace.playground, (state) => state.instances);
  useClientActions((ownerKey) => promptActions(workspace, ownerKey));
  const all = useRef<HTMLDivElement>(null);
  const focusAll = useCallback(() => all.current?.focus(), []);
  return (
    <>
      <PlaygroundDataset />
      <div ref={all} className="instances" role="group" aria-label="Prompts" tabIndex={-1}>
        {instances.map((instance) => (
          <PromptPanel key={instance.id} instance={instance} onFocusLost={focusAll} />
        ))}
      </div>
    </>
  );
}

interface Props {
  readonly instance: Instance;
  readonly onFocusLost: () => void;
}

function PromptPanel({ instance, onFocusLost }: Props) {
  const { playground } = useWorkspace();
  const panel = useRef<HTMLElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAddButton = useCallback(() => addButton.current?.focus(), []);
  useFocusLost(panel, onFocusLost);
  const { id, messages } = instance;
  const titleId = `prompt-${id}`;
  const change = (next: (messages: Instance["messages"]) => Instance["messages"]): void =>
    playground.change(id, (current) => ({ messages: next(current.messages) }));
  return (
    <section ref={panel} className="panel prompt" aria-labelledby={titleId} data-instance={id}>
      <InstanceHeader titleId={titleId} instance={instance} />
      <div className="editor">
        <ol className="messages">
          {messages.map(
            (message, index) =>
              (
                <MessageEditor
                  key={message.id}
                  message={message}
                  isFirst={index === 0}
                  isLast={index === messages.length - 1}
                  onChange={(patch) => change((all) => all.map((each) => (each.id === message.id ? { ...each, ...patch } : each)))}
                  onMove={(by) => change((all) => moved(all, index, by))}
                  onRemove={() => change((all) => all.filter((each) => each.id !== message.id))}
                  onFocusLost={focusAddButton}
                />
              ),
          )}
        </ol>
        <button
          ref={addButton}
          type="button"
          className="button button-small"
          onClick={() => change((all) => [...all, { id: playground.takeIds("lastMessageId", 1), role: "user", content: "" }])}
        >
          <Icon name="plus" />
          Add message
        </button>
      </div>
    </section>
  );
}

function moved(messages: Instance["messages"], from: number, by: -1 | 1): Instance["messages"] {
  const message = messages[from];
  const to = from + by;
  if (message === undefined || to < 0 || to >= messages.length) return messages;
  return messages.toSpliced(from, 1).toSpliced(to, 0, message);
}
