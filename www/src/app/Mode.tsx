import type { EditPermission } from "countersign";
import { useApprovals, useApprovalStore } from "countersign/react";
import { type RefObject, useRef } from "react";
import { Choice } from "./Choice.tsx";
import { useFocusLost } from "./useFocusLost.ts";

const modes: readonly { readonly value: EditPermission; readonly label: string }[] = [
  { value: "manual", label: "Ask me" },
  { value: "bypass", label: "Bypass" },
];

/** Whether the person is asked. What waits already goes on waiting, unless the person says more. */
export function Mode() {
  const waiting = useApprovals((snapshot) => snapshot.pending.length);
  const current = useApprovals((snapshot) => snapshot.editPermission);
  const checked = useRef<HTMLInputElement>(null);
  return (
    <div className="mode">
      <ModeChoice checked={checked} />
      {current === "bypass" && waiting > 0 && <AlsoAccept waiting={waiting} onFocusLost={() => checked.current?.focus()} />}
    </div>
  );
}

/** The mode alone. */
export function ModeChoice({ checked }: { readonly checked?: RefObject<HTMLInputElement | null> }) {
  const store = useApprovalStore();
  const current = useApprovals((snapshot) => snapshot.editPermission);
  const onChange = (value: EditPermission): void => store.setEditPermission(value);
  return <Choice legend="Edits by the agent" options={modes} value={current} onChange={onChange} {...(checked && { checked })} />;
}

function AlsoAccept({ waiting, onFocusLost }: { readonly waiting: number; readonly onFocusLost: () => void }) {
  const store = useApprovalStore();
  const button = useRef<HTMLButtonElement>(null);
  useFocusLost(button, onFocusLost);
  return (
    <button
      ref={button}
      type="button"
      className="button button-small"
      onClick={() => store.setEditPermission("bypass", { applyToPending: true })}
    >
      {waiting === 1 ? "Also accept the 1 that waits" : `Also accept the ${waiting} that wait`}
    </button>
  );
}
