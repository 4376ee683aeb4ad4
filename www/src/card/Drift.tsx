import type { Approval } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useRef } from "react";
import { Icon } from "../app/Icon.tsx";
import { useFocusLost } from "../app/useFocusLost.ts";
import { useDrifted } from "./isDrifted.ts";
import { nounOf } from "./target.ts";

interface Props {
  readonly approval: Approval;
  readonly onFocusLost: () => void;
}

/** Says that what is shown is no longer what would happen, with the way to see that. */
export function Drifted(props: Props) {
  return useDrifted(props.approval) && <Notice {...props} />;
}

function Notice({ approval, onFocusLost }: Props) {
  const { toolCallId, generation } = approval;
  const store = useApprovalStore();
  const region = useRef<HTMLDivElement>(null);
  useFocusLost(region, onFocusLost);
  return (
    <div ref={region} className="drift">
      <Icon name="warning" />
      <span>The {nounOf(approval)} has changed since this was shown.</span>
      <button type="button" className="button button-small" onClick={() => store.rebase(toolCallId, { generation })}>
        Show the change again
      </button>
    </div>
  );
}

/** Marks a change that was shown anew and that nobody has decided on since. */
export function LookAgain({ approval }: { readonly approval: Approval }) {
  const drifted = useDrifted(approval);
  if (approval.status !== "pending" || approval.draft !== undefined || drifted) return null;
  return (
    <p className="look-again">
      <Icon name="eye" />
      Changed since: please look again.
    </p>
  );
}
