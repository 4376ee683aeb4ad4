import type { EditPermission } from "countersign";
import { useApprovals, useApprovalStore } from "countersign/react";
import { useId } from "react";
import { Icon } from "./Icon.tsx";

const modes: readonly { readonly value: EditPermission; readonly label: string }[] = [
  { value: "manual", label: "Ask me" },
  { value: "bypass", label: "Bypass" },
];

export function Header() {
  const store = useApprovalStore();
  const current = useApprovals((snapshot) => snapshot.editPermission);
  const name = useId();
  return (
    <header className="topbar">
      <h1 className="brand">
        <Icon name="mark" />
        Countersign
      </h1>
      <fieldset className="segmented">
        <legend>Edits by the agent</legend>
        {modes.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={current === value}
              onChange={() => store.setEditPermission(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </header>
  );
}
