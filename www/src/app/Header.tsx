import type { EditPermission } from "countersign";
import { type DiffView, useApprovals, useApprovalStore } from "countersign/react";
import { Choice } from "./Choice.tsx";
import { Icon } from "./Icon.tsx";
import { usePage, useValue } from "./PageContext.ts";

const modes: readonly { readonly value: EditPermission; readonly label: string }[] = [
  { value: "manual", label: "Ask me" },
  { value: "bypass", label: "Bypass" },
];

const views: readonly { readonly value: DiffView; readonly label: string }[] = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
];

export function Header() {
  const store = useApprovalStore();
  const { diffView } = usePage();
  const permission = useApprovals((snapshot) => snapshot.editPermission);
  const view = useValue(diffView, (value) => value);
  return (
    <header className="topbar">
      <h1 className="brand">
        <Icon name="mark" />
        Countersign
      </h1>
      <Choice legend="Changes" options={views} value={view} onChange={(value) => diffView.update(() => value)} />
      <Choice legend="Edits by the agent" options={modes} value={permission} onChange={store.setEditPermission} />
    </header>
  );
}
