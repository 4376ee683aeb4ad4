import { wordsOf } from "../errors.js";
import { type AddToolOutput, type ApprovalApplyResult, bindDecisions, type Bound, type PendingApproval, type SetPending } from "./bind.js";
import type { Maybe } from "../maybe.js";
import { behaviourOf } from "./action.js";
import { type Family, parseInput, type PhoenixOptions, settingOf } from "./family.js";

/** What a generic entry is bound with. */
export interface BindGenericOptions<Pending> {
  readonly pending: Pending;
  readonly apply: () => Maybe<ApprovalApplyResult>;
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<Bound<Pending>>;
}

/** Where the entries of a generic slice go. */
export interface StageOptions<Preview> extends PhoenixOptions {
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<Bound<PendingApproval<Preview>>>;
  /** Whether the mode is `bypass`. */
  readonly shouldAutoAccept: () => boolean;
}

export interface StagedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
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
  const { addToolOutput, setPending, shouldAutoAccept } = options;
  const setting = settingOf(host, options);
  return async ({ toolCallId, toolName, input }) => {
    const refuse = async (errorText: string): Promise<void> => {
      await addToolOutput({ state: "output-error", tool: toolName, toolCallId, errorText });
    };
    const parsed = parseInput<Input>(setting.say, toolName, input);
    if (!parsed.ok) return refuse(parsed.errorText);
    let facts: Facts;
    try {
      const staged = await family.stage(setting, parsed.value, toolName);
      if (!staged.ok) return await refuse(staged.error);
      if (!("facts" in staged)) return;
      ({ facts } = staged);
    } catch (thrown) {
      return refuse(wordsOf(thrown));
    }
    const pending = { toolCallId, toolName, preview: previewOf(facts) };
    const bound = bindDecisions({ pending, behaviour: behaviourOf(family, toolName, setting, facts), addToolOutput, setPending });
    if (shouldAutoAccept()) await bound.accept({ approvalSource: "auto" });
    else setPending(toolCallId, bound);
  };
}
