import { wordsOf } from "../errors.js";
import { attempt, chain } from "../maybe.js";
import type { Answer, AnsweredCall, ApplyResult, ApprovalHandler, CallContext, CancelReason, Outcome, Preview } from "../types.js";
import { approvalOutcome, type JsonObject, type Written } from "./bind.js";
import { type Say, sayEnded } from "./catalogue.js";
import { type Family, parseInput, type PhoenixOptions, settingOf, type Staged } from "./family.js";

/** A preview of a family: the texts, and the facts that a card shows and the write takes. */
export interface FamilyPreview<Facts> extends Preview {
  readonly facts?: Facts;
}

/** A family as a handler of an approval store or a tool registry. */
export function familyHandler<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  host: Host,
  options: (PhoenixOptions & { readonly ownerKey?: ((input: Input) => string | undefined) | undefined }) | undefined,
): ApprovalHandler<Input, FamilyPreview<Facts>> {
  const setting = settingOf(host, options);
  const { say } = setting;
  const { expectedRevision, readRevision, madeFor } = family;
  /** Answers of calls that need nobody, from their check until they are answered. */
  const answers = new Map<string, JsonObject>();
  const keyOf = ({ toolCallId, generation }: { readonly toolCallId: string; readonly generation: number }): string => `${generation} ${toolCallId}`;
  /** The input as made for what is shown, which a rebase or the host may have moved on from what the agent read. */
  const at = (input: Input, { expectedRevision: shown }: CallContext): Input => (shown === undefined ? input : (madeFor?.(input, shown) ?? input));

  return {
    validate: (input, { toolName }) => parseInput<Input>(say, toolName, input),
    preview: (input, context) => {
      answers.delete(keyOf(context));
      return chain(family.stage(setting, at(input, context), context.toolName), (staged): FamilyPreview<Facts> => {
        if (!staged.ok) throw new Error(staged.stale === true ? (family.stale?.(say, context.expectedRevision !== undefined) ?? staged.error) : staged.error);
        if ("facts" in staged) return { ...family.texts(staged.facts, setting), facts: staged.facts };
        answers.set(keyOf(context), staged.answer);
        throw new Error(say("NOTHING_TO_WRITE"));
      });
    },
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
    ...(readRevision === undefined ? {} : { readRevision: (input: Input) => readRevision(setting, input) }),
    ...(options?.ownerKey === undefined ? {} : { ownerKey: options.ownerKey }),
    apply: (input, context) =>
      attempt(
        () => factsOf(context.preview as FamilyPreview<Facts> | undefined) ?? chain(family.stage(setting, at(input, context), context.toolName), (staged) => factsOrThrow(staged, say)),
        (facts) => chain(family.apply(setting, facts, context.approvalSource), toResult),
        (thrown): ApplyResult => ({ status: "failed", errorText: family.failed?.(thrown, say) ?? wordsOf(thrown) }),
      ),
    toOutput: (outcome, call) => {
      const answer = answers.get(keyOf(call));
      answers.delete(keyOf(call));
      // Of a draft it was what a person may still change.
      if (answer !== undefined && outcome.status === "invalid") return { state: "output-available", output: answer };
      return familyAnswer(family, say, outcome, call);
    },
  };
}

function familyAnswer<Host, Input, Facts extends object>(
  { rejected, cancelled, stale }: Family<Host, Input, Facts>,
  say: Say,
  outcome: Outcome,
  call: AnsweredCall,
): Answer | undefined {
  const facts = factsOf(call.preview as FamilyPreview<Facts> | undefined);
  switch (outcome.status) {
    case "rejected": {
      const worded = facts === undefined ? { status: "rejected", message: say("MSG_REJECTED") } : rejected(facts, say);
      const comment = outcome.comment === undefined ? {} : { comment: outcome.comment };
      const marker = approvalOutcome({ decision: "rejected", source: "user" });
      return { state: "output-available", output: { ...worded, ...comment, ...marker } };
    }
    case "stale":
      return error(stale?.(say, facts !== undefined) ?? say("STALE"));
    default:
      return endedAnswer(say, outcome, cancelled?.(say));
  }
}

const error = (errorText: string): Answer => ({ state: "output-error", errorText });

/** The answer to a call that ended otherwise than by an answer of the person or a finished write. */
export function endedAnswer(say: Say, outcome: Outcome, closed?: string): Answer | undefined {
  switch (outcome.status) {
    case "cancelled":
      return cancelledAnswer(say, outcome.reason, closed);
    case "expired":
      return error(say("EXPIRED"));
    case "failed":
    case "invalid":
      return error(sayEnded(say, outcome));
    default:
      return undefined;
  }
}

/** Whatever a call was cancelled by, the agent does not go on by itself. */
export function cancelledAnswer(say: Say, reason: CancelReason, closed: string | undefined): Answer {
  return { state: "output-error", errorText: cancelledText(say, reason, closed), outcome: "interrupted" };
}

/** `closed` says that its editor is gone. */
export function cancelledText(say: Say, reason: CancelReason, closed = say("CANCEL_WRITE")): string {
  if (reason === "aborted") return say("USER_INTERRUPT");
  return reason === "owner_gone" || reason === "host" ? closed : say("CANCEL_WRITE");
}

function toResult(written: Written): ApplyResult {
  if (written.ok) return { status: "applied", output: written.output };
  const { error, liveRevision } = written;
  return liveRevision === undefined ? { status: "failed", errorText: String(error) } : { status: "stale", liveRevision };
}

/** A preview that was restored without its facts has none. */
function factsOf<Facts>(preview: FamilyPreview<Facts> | undefined): Facts | undefined {
  return preview?.facts;
}

function factsOrThrow<Facts>(staged: Staged<Facts>, say: Say): Facts {
  if (staged.ok && "facts" in staged) return staged.facts;
  throw new Error(staged.ok ? say("NOTHING_TO_WRITE") : staged.error);
}
