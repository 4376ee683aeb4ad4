import { callsOf } from "../claim.js";
import { wordsOf } from "../errors.js";
import { attempt, inTime } from "../maybe.js";
import { type AddToolOutput, type Behaviour, bindDecisions, type Bound, type Cancel, park, type Parking, type SetPending } from "./bind.js";
import { availableOutput, beginWork, claimIn } from "./decision.js";
import { cancelledText } from "./handler.js";
import { type Family, parseInput, type PhoenixOptions, type Setting, settingOf, type Staged } from "./family.js";

/** What a mounted component gives a tool to run on. */
export interface ClientActionContext {
  readonly toolCallId: string;
  readonly sessionId: string;
  readonly addToolOutput: AddToolOutput;
  /** The call was left open by a reload: a person must see it, whatever the mode. */
  readonly restaged?: boolean | undefined;
}
export type ClientActionResult = { readonly ok: true; readonly output?: string } | { readonly ok: false; readonly error: string };
export type ClientAction = (input: unknown, context?: unknown) => Promise<ClientActionResult>;

/** An entry of a family's slice. */
export type Entry<Facts> = Bound<{ readonly toolCallId: string; readonly sessionId: string; readonly ownerKey?: string } & Facts> & Partial<Cancel>;

export interface ClientActionOptions<Host, Facts> extends PhoenixOptions, Omit<Parking<Entry<Facts>>, "addToolOutput"> {
  readonly host: Host;
  /** The editor that owns what is parked: when its last lease of the store ends, that is cancelled. */
  readonly ownerKey?: string | undefined;
}

/** A family as a client action: it parks an entry in the slice, or accepts it at once. */
export function familyAction<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  toolName: string,
  options: ClientActionOptions<Host, Facts>,
): ClientAction {
  const { host, setPending, shouldAutoAccept, ownerKey } = options;
  const setting = settingOf(host, options);
  const owner = ownerKey === undefined ? {} : { ownerKey };
  return async (input, given) => {
    const context = readContext(given);
    if (context === undefined) return { ok: false, error: setting.say("NO_TOOL_CALL_CONTEXT") };
    const { toolCallId, sessionId, addToolOutput, restaged = false } = context;
    if (isOver(setPending, toolCallId, input)) return { ok: true };
    const work = beginWork(toolCallId, "staging", callsOf(setPending)?.slice);
    const staged = await workOut(family, setting, toolName, input);
    work.end();
    // Stopped meanwhile, and answered by that.
    if (!work.isWanted()) return { ok: true };
    if (!staged.ok) return { ok: false, error: staged.error };
    if ("answer" in staged) {
      await addToolOutput(availableOutput(toolName, toolCallId, staged.answer));
      return { ok: true };
    }
    const entry = bindFamily(family, toolName, setting, { toolCallId, sessionId, ...owner, ...staged.facts }, addToolOutput, setPending);
    await park(toolName, entry, { addToolOutput, setPending, shouldAutoAccept }, restaged);
    return { ok: true };
  };
}

/** Whether a call is not to be asked again: it has ended, or its answer is on its way. What could not be sent is sent again. */
export function isOver(place: object, toolCallId: string, input: unknown): boolean {
  if (callsOf(place)?.isOver(toolCallId, input) === true) return true;
  const claim = claimIn(place, toolCallId);
  if (claim?.state() !== "decided") return false;
  // Whoever decided hears of it when it fails again.
  claim.sendAgain().catch(() => undefined);
  return true;
}

/** What a call comes to on what is there now, in the time that there is. Never throws. */
export async function workOut<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  setting: Setting<Host>,
  toolName: string,
  input: unknown,
): Promise<Staged<Facts>> {
  const parsed = parseInput<Input>(setting.say, toolName, input);
  if (!parsed.ok) return { ok: false, error: parsed.errorText };
  return attempt<Staged<Facts>, Staged<Facts>>(
    () => inTime(family.stage(setting, parsed.value, toolName), setting.timeout, () => ({ ok: false, error: setting.say("CHECK_TIMEOUT") })),
    (made) => made,
    (thrown) => ({ ok: false, error: wordsOf(thrown) }),
  );
}

function readContext(context: unknown): ClientActionContext | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const { toolCallId, sessionId, addToolOutput, restaged } = context as Partial<ClientActionContext>;
  const fits = typeof toolCallId === "string" && typeof sessionId === "string" && typeof addToolOutput === "function";
  return fits ? { toolCallId, sessionId, addToolOutput, restaged: restaged === true } : undefined;
}

export interface BindOptions<Host, Pending> extends PhoenixOptions {
  readonly pending: Pending;
  readonly host: Host;
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<never>;
}

/** Binds an entry whose keys are a family's facts. */
export function bindFamily<Host, Input, Facts extends object, Pending extends Facts & { readonly toolCallId: string }>(
  family: Family<Host, Input, Facts>,
  toolName: string,
  setting: Setting<Host>,
  pending: Pending,
  addToolOutput: AddToolOutput,
  setPending: SetPending<never>,
): Bound<Pending> & Partial<Cancel> {
  return bindDecisions({ pending, behaviour: behaviourOf(family, toolName, setting, pending), addToolOutput, setPending });
}

export function behaviourOf<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  toolName: string,
  setting: Setting<Host>,
  facts: Facts,
): Behaviour {
  const { say } = setting;
  const closed = family.cancelled?.(say);
  return {
    toolName,
    apply: (source) => inTime(family.apply(setting, facts, source), setting.timeout, () => ({ ok: false, error: say("APPLY_TIMEOUT") })),
    rejected: () => family.rejected(facts, say),
    cancelled: closed === undefined ? undefined : (reason) => cancelledText(say, reason, closed),
    failed: (thrown) => family.failed?.(thrown, say) ?? wordsOf(thrown),
    texts: () => family.texts(facts, setting),
  };
}
