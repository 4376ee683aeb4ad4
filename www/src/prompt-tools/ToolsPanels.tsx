import { useApprovalOwner, useToolHandler } from "countersign/react";
import { useId, useMemo, useState } from "react";
import { usePage, useValue } from "../app/PageContext.ts";
import { PanelHeader } from "../playground/PanelHeader.tsx";
import { labelOf } from "../playground/prompt.ts";
import { readPromptTools, readPromptToolsHandler, writePromptTools, writePromptToolsHandler } from "./agentTools.ts";
import { displayTools, readTools, toolListSnapshotOf, toolsOwnerKeyOf, type PromptTool, type ToolList } from "./toolList.ts";

/** The tools of the prompts, and the handlers of the calls that concern them. */
export function ToolsPanels() {
  const { promptTools, playground } = usePage();
  const lists = useValue(promptTools, (all) => all);
  useToolHandler(writePromptTools, useMemo(() => writePromptToolsHandler(promptTools, () => playground.get().writeMs), [promptTools, playground]));
  useToolHandler(readPromptTools, useMemo(() => readPromptToolsHandler(promptTools), [promptTools]));
  return lists.map((list) => <ToolsPanel key={list.instanceId} list={list} />);
}

function ToolsPanel({ list }: { readonly list: ToolList }) {
  const { playground, promptTools } = usePage();
  const index = useValue(playground, ({ prompts }) => prompts.findIndex(({ instanceId }) => instanceId === list.instanceId));
  const titleId = useId();
  const name = `tools of prompt ${labelOf(index)}`;
  return (
    <section className="panel prompt" aria-labelledby={titleId}>
      <PanelHeader
        titleId={titleId}
        title={`Tools of prompt ${labelOf(index)}`}
        name={name}
        revision={toolListSnapshotOf(list).revision}
        ownerKey={toolsOwnerKeyOf(list.instanceId)}
        open={list.open}
        onToggle={() => promptTools.setOpen(list.instanceId, !list.open)}
      />
      {list.open ? (
        <ToolsEditor list={list} name={name} />
      ) : (
        <p className="prompt-closed">Closed. The agent can neither read nor change them.</p>
      )}
    </section>
  );
}

interface Typed {
  /** The tools that the text is of, or that it can't replace because it is none. */
  readonly tools: readonly PromptTool[];
  readonly text: string;
  readonly errorText?: string;
}

/** While it is mounted, proposals for the tools may wait. */
function ToolsEditor({ list: { instanceId, tools }, name }: { readonly list: ToolList; readonly name: string }) {
  const { promptTools } = usePage();
  const problemId = useId();
  const [last, setLast] = useState<Typed>();
  useApprovalOwner(toolsOwnerKeyOf(instanceId));
  // What was written since by somebody else takes the place of what was typed.
  const typed = last?.tools === tools ? last : undefined;

  const change = (text: string): void => {
    const read = readTools(text);
    if ("errorText" in read) return setLast({ tools, text, errorText: read.errorText });
    setLast({ tools: read.tools, text });
    promptTools.replace(instanceId, read.tools);
  };

  return (
    <div className="editor">
      <textarea
        className="mono tools-text"
        aria-label={`The ${name}, as JSON`}
        aria-invalid={typed?.errorText !== undefined}
        aria-describedby={typed?.errorText === undefined ? undefined : problemId}
        spellCheck={false}
        value={typed?.text ?? displayTools(tools)}
        onChange={(event) => change(event.target.value)}
      />
      {typed?.errorText !== undefined && (
        <p id={problemId} className="problem" role="alert">
          {typed.errorText} The agent still sees the tools as they were.
        </p>
      )}
    </div>
  );
}
