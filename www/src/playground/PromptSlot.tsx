import { useMemo, useRef, useState } from "react";
import { usePage } from "../app/PageContext.ts";
import { ImportPanel } from "./ImportPanel.tsx";
import { WaitingFor } from "./PanelHeader.tsx";
import { labelOf, ownerKeyOf, snapshotOf, type Prompt } from "./prompt.ts";
import { PromptEditor } from "./PromptEditor.tsx";

interface Props {
  readonly prompt: Prompt;
  readonly index: number;
}

/** The place of one prompt. Closing it unmounts the editor below the heading. */
export function PromptSlot({ prompt, index }: Props) {
  const { playground } = usePage();
  const [importing, setImporting] = useState(false);
  const importButton = useRef<HTMLButtonElement>(null);
  const label = labelOf(index);
  const { instanceId, open } = prompt;
  const titleId = `prompt-${instanceId}`;
  const { revision } = useMemo(() => snapshotOf(prompt, index), [prompt, index]);

  const stopImporting = (): void => {
    setImporting(false);
    importButton.current?.focus();
  };
  const toggle = (): void => {
    setImporting(false);
    playground.setOpen(instanceId, !open);
  };

  return (
    <section className="panel prompt" aria-labelledby={titleId} data-prompt={instanceId}>
      <header className="panel-header">
        <span className="letter" aria-hidden="true">
          {label}
        </span>
        <h2 id={titleId}>
          <span className="visually-hidden">Prompt {label}: </span>
          {prompt.name}
        </h2>
        <code className="quiet revision" title="The revision that the agent has to name">
          {revision}
        </code>
        <WaitingFor ownerKey={ownerKeyOf(instanceId)} />
        <span className="spring" />
        {open && (
          <button
            ref={importButton}
            type="button"
            className="button button-small"
            aria-expanded={importing}
            onClick={() => setImporting(!importing)}
          >
            Paste a prompt
          </button>
        )}
        <button type="button" className="button button-small" aria-expanded={open} onClick={toggle}>
          {open ? "Close" : "Open"}
          <span className="visually-hidden"> prompt {label}</span>
        </button>
      </header>
      {open && importing && <ImportPanel instanceId={instanceId} onDone={stopImporting} />}
      {open ? (
        <PromptEditor prompt={prompt} label={label} />
      ) : (
        <p className="prompt-closed">Closed. The agent can neither read nor edit it.</p>
      )}
    </section>
  );
}
