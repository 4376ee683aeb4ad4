import type { Approval } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useRef } from "react";
import { useFocusLost } from "../app/useFocusLost.ts";
import { nounOf } from "./target.ts";

interface Props {
  readonly approval: Approval;
  readonly onFocusLost: () => void;
}

/** An accepted call whose write has not ended. */
export function Writing({ approval, onFocusLost }: Props) {
  const store = useApprovalStore();
  const region = useRef<HTMLDivElement>(null);
  useFocusLost(region, onFocusLost);
  const { toolCallId, generation } = approval;
  return (
    <div ref={region} className="decision">
      <p className="decision-text">Accepted. The {nounOf(approval)} is being written.</p>
      <button type="button" className="button" onClick={() => store.cancel(toolCallId, { generation })}>
        Stop
      </button>
    </div>
  );
}
