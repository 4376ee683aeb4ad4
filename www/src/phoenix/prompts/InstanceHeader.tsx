import type { ReactNode } from "react";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { type Instance, labelIn } from "./playground.ts";

interface Props {
  readonly titleId: string;
  readonly instance: Instance;
  readonly children?: ReactNode;
}

/** Which instance a panel is about. */
export function InstanceHeader({ titleId, instance: { id, prompt, dirty }, children }: Props) {
  const { playground } = useWorkspace();
  const label = useValue(playground, (state) => labelIn(state, id)) ?? "";
  return (
    <header className="panel-header">
      <span className="letter" aria-hidden="true">
        {label}
      </span>
      <h2 id={titleId}>
        <span className="visually-hidden">Prompt {label}: </span>
        {prompt?.name ?? "Not saved yet"}
      </h2>
      <Version id={id} />
      {dirty && <span className="badge badge-warn">Unsaved changes</span>}
      <span className="spring" />
      {children}
    </header>
  );
}

function Version({ id }: { readonly id: number }) {
  const { playground } = useWorkspace();
  const number = useValue(playground, ({ instances, saved }) => {
    const linked = instances.find((instance) => instance.id === id)?.prompt;
    const versions = saved.find((prompt) => prompt.id === linked?.id)?.versions ?? [];
    return versions.findIndex((version) => version.id === linked?.version) + 1;
  });
  return number === 0 ? null : <span className="quiet">version {number}</span>;
}
