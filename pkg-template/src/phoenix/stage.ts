import { callsOf } from "../claim.js";
import type { Maybe } from "../maybe.js";
import { behaviourOf, isOver, workOut } from "./action.js";
import { type AddToolOutput, type ApprovalApplyResult, bindDecisions, type Bound, park, type Parking, type PendingApproval, type SetPending } from "./bind.js";
import { availableOutput, beginWork, errorOutput } from "./decision.js";
import { type Family, type PhoenixOptions, settingOf } from "./family.js";

/** What a generic entry is bound with. */
export interface BindGenericOptions<Pending> {
  readonly pending: Pending;
  readonly apply: () => Maybe<ApprovalApplyResult>;
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<Bound<Pending>>;
}

/** Where the entries of a generic slice go. */
export interface StageOptions<Preview> extends PhoenixOptions, Parking<Bound<PendingApproval<Preview>>> {}

export interface StagedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** The conversation whose end ends the entry. */
  readonly sessionId?: string | null | undefined;
  /** Takes this call's answer in place of the sender that all calls have. A dispatcher gives each call one. */
  readonly addToolOutput?: AddToolOutput | undefined;
  /** The call was left open by a reload: a person must see it, whatever the mode. */
  readonly restaged?: boolean | undefined;
}

/**
 * Runs a call of a generic family: works it out, then parks its entry, or accepts it at once. What can't be
 * worked out is answered with an error.
 */
export function stageGeneric<Host, Input, Facts extends object, Preview>(
  family: Family<Host, Input, Facts>,
  host: Host,
  options: StageOptions<Preview>,
  previewOf: (facts: Facts) => Preview,
): (toolCall: StagedCall) => Promise<void> {
  const { setPending } = options;
  const setting = settingOf(host, options);
  return async ({ toolCallId, toolName, input, sessionId, addToolOutput = options.addToolOutput, restaged = false }) => {
    if (isOver(setPending, toolCallId, input)) return;
    const work = beginWork(toolCallId, "staging", callsOf(setPending)?.slice);
    try {
      const staged = await workOut(family, setting, toolName, input);
      // Stopped meanwhile, and answered by that.
      if (!work.isWanted()) return;
      if (staged.ok && "facts" in staged) {
        work.end();
        const pending = { toolCallId, toolName, preview: previewOf(staged.facts), ...(typeof sessionId === "string" ? { sessionId } : {}) };
        const behaviour = behaviourOf(family, toolName, setting, staged.facts);
        await park(toolName, bindDecisions({ pending, behaviour, addToolOutput, setPending }), { ...options, addToolOutput }, restaged);
        return;
      }
      const output = staged.ok ? availableOutput(toolName, toolCallId, staged.answer) : errorOutput(toolName, toolCallId, staged.error);
      await work.answer(() => addToolOutput(output));
    } finally {
      work.end();
    }
  };
}
