import { type ClientAction, createWritePromptToolsClientAction, displayTool, type PlaygroundTool, WRITE_TOOLS } from "countersign/phoenix";
import { useCallback, useId, useRef, useState } from "react";
import { useFocusLost } from "../../app/useFocusLost.ts";
import { isBypass } from "../app/agentStore.ts";
import { useClientActions } from "../app/useClientActions.ts";
import type { Workspace } from "../app/workspace.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { isObject, textOf } from "../json.ts";
import { InstanceHeader } from "../prompts/InstanceHeader.tsx";
import { type Instance, labelIn } from "../prompts/playground.ts";
import { providers, readTool } from "./format.ts";
import { toolsHost } from "./host.ts";

/** The tools of each prompt, as the editor of its provider shows them. */
export function ToolsPanel() {
  const workspace = useWorkspace();
  const instances = useValue(workspace.playground, (state) => state.instances);
  useClientActions((ownerKey) => toolActions(workspace, ownerKey));
  const all = useRef<HTMLDivElement>(null);
  const focusAll = useCallback(() => all.current?.focus(), []);
  return (
    <div ref={all} className="instances" role="group" aria-label="Tools of the prompts" tabIndex={-1}>
      {instances.map((instance) => (
        <InstanceTools key={instance.id} instance={instance} onFocusLost={focusAll} />
      ))}
    </div>
  );
}

function toolActions({ agentStore, playground }: Workspace, ownerKey: string): Readonly<Record<string, ClientAction>> {
  const { setPendingPromptToolWrite: setPending } = agentStore.getState();
  const shouldAutoAccept = (): boolean => isBypass(agentStore);
  return { [WRITE_TOOLS]: createWritePromptToolsClientAction({ host: toolsHost(playground), setPending, shouldAutoAccept, ownerKey }) };
}

interface Props {
  readonly instance: Instance;
  readonly onFocusLost: () => void;
}

function InstanceTools({ instance, onFocusLost }: Props) {
  const { playground } = useWorkspace();
  const panel = useRef<HTMLElement>(null);
  const provided = useRef<HTMLSelectElement>(null);
  const focusProvider = useCallback(() => provided.current?.focus(), []);
  useFocusLost(panel, onFocusLost);
  const { id, provider, tools, toolChoice } = instance;
  const titleId = useId();
  const label = useValue(playground, (state) => labelIn(state, id)) ?? "";
  const forced = isObject(toolChoice) ? textOf(toolChoice["functionName"]) : undefined;
  return (
    <section ref={panel} className="panel prompt" aria-labelledby={titleId} data-instance-tools={id}>
      <InstanceHeader titleId={titleId} instance={instance}>
        <span className="provider">
          <span aria-hidden="true">Provider</span>
          <select ref={provided} aria-label={`Provider of prompt ${label}`} value={provider} onChange={(event) => playground.change(id, () => ({ provider: event.target.value }))}>
            {providers.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </span>
      </InstanceHeader>
      <div className="editor">
        <p className="quiet">Tool choice: {forced === undefined ? "as the model likes" : `always ${forced}`}</p>
        {tools.length === 0 && <p className="quiet">No tools.</p>}
        {tools.map((tool) => (
          <ToolEditor key={tool.id} instance={instance} tool={tool} onFocusLost={focusProvider} />
        ))}
      </div>
    </section>
  );
}

interface Typed {
  readonly text: string;
  /** The tool that the text is of, or that it can't replace because it is none. */
  readonly tool: PlaygroundTool;
  readonly provider: string;
  readonly errorText?: string;
}

function ToolEditor({ instance: { id, provider }, tool, onFocusLost }: Props & { readonly tool: PlaygroundTool }) {
  const { playground } = useWorkspace();
  const editor = useRef<HTMLDivElement>(null);
  useFocusLost(editor, onFocusLost);
  const problemId = useId();
  const [last, setLast] = useState<Typed>();
  // What was written since by somebody else takes the place of what was typed.
  const typed = last?.tool === tool && last.provider === provider ? last : undefined;

  const change = (text: string): void => {
    const read = readTool(provider, text, tool);
    if (!read.ok) return setLast({ tool, provider, text, errorText: read.errorText });
    setLast({ tool: read.tool, provider, text });
    playground.change(id, ({ tools }) => ({ tools: tools.map((each) => (each.id === tool.id ? read.tool : each)) }));
  };

  return (
    <div ref={editor} className="tool">
      <p className="quiet">
        tool {tool.id}
        {tool.kind === "raw" && ", as the provider has it"}
      </p>
      <textarea
        className="mono tools-text"
        aria-label={`Tool ${tool.id}, as JSON`}
        aria-invalid={typed?.errorText !== undefined}
        aria-describedby={typed?.errorText === undefined ? undefined : problemId}
        spellCheck={false}
        value={typed?.text ?? displayTool(provider, tool)}
        onChange={(event) => change(event.target.value)}
      />
      {typed?.errorText !== undefined && (
        <p id={problemId} className="problem" role="alert">
          {typed.errorText} The agent still sees the tool as it was.
        </p>
      )}
    </div>
  );
}
