import { wordsOf } from "../errors.js";
import { attempt } from "../maybe.js";
import { type AddToolOutput, type Behaviour, bindDecisions, type Bound, type Cancel, park, type Parking, type SetPending } from "./bind.js";
import { availableOutput, beginWork } from "./decision.js";
import { type Family, parseInput, type PhoenixOptions, type Setting, settingOf, type Staged } from "./family.js";

/** What a mounted component gives a tool to run on. */
export interface ClientActionContext {
  readonly toolCallId: string;
  readonly sessionId: string;
  readonly addToolOutput: AddToolOutput;
}
export type ClientActionResult = { readonly ok: true; readonly output?: string } | { readonly ok: false; readonly error: string };
export type ClientAction = (input: unknown, context?: unknown) => Promise<ClientActionResult>;

/** An entry of a family's slice. */
export type Entry<Facts> = Bound<{ readonly toolCallId: string; readonly sessionId: string } & Facts> & Partial<Cancel>;

export interface ClientActionOptions<Host, Facts> extends PhoenixOptions, Omit<Parking<Entry<Facts>>, "addToolOutput"> {
  readonly host: Host;
}

/** A family as a client action: it parks an entry in the slice, or accepts it at once. */
export function familyAction<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  toolName: string,
  options: ClientActionOptions<Host, Facts>,
): ClientAction {
  const { host, setPending, shouldAutoAccept } = options;
  const setting = settingOf(host, options);
  return async (input, given) => {
    const context = readContext(given);
    if (context === undefined) return { ok: false, error: setting.say("NO_TOOL_CALL_CONTEXT") };
    const { toolCallId, sessionId, addToolOutput } = context;
    const isWanted = beginWork(setPending, toolCallId);
    const staged = await workOut(family, setting, toolName, input);
    // Stopped meanwhile, and answered by that.
    if (!isWanted()) return { ok: true };
    if (!staged.ok) return { ok: false, error: staged.error };
    if ("answer" in staged) {
      await addToolOutput(availableOutput(toolName, toolCallId, staged.answer));
      return { ok: true };
    }
    const entry = bindFamily(family, toolName, setting, { toolCallId, sessionId, ...staged.facts }, addToolOutput, setPending);
    await park(toolName, entry, { addToolOutput, setPending, shouldAutoAccept });
    return { ok: true };
  };
}

/** What a call comes to on what is there now. Never throws. */
export async function workOut<Host, Input, Facts extends object>(
  family: Family<Host, Input, Facts>,
  setting: Setting<Host>,
  toolName: string,
  input: unknown,
): Promise<Staged<Facts>> {
  const parsed = parseInput<Input>(setting.say, toolName, input);
  if (!parsed.ok) return { ok: false, error: parsed.errorText };
  return attempt<Staged<Facts>, Staged<Facts>>(
    () => family.stage(setting, parsed.value, toolName),
    (made) => made,
    (thrown) => ({ ok: false, error: wordsOf(thrown) }),
  );
}

function readContext(context: unknown): ClientActionContext | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const { toolCallId, sessionId, addToolOutput } = context as Partial<ClientActionContext>;
  const fits = typeof toolCallId === "string" && typeof sessionId === "string" && typeof addToolOutput === "function";
  return fits ? { toolCallId, sessionId, addToolOutput } : undefined;
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
  return {
    toolName,
    apply: (source) => family.apply(setting, facts, source),
    rejected: () => family.rejected(facts, say),
    cancelled: family.cancelled?.(say),
    failed: (thrown) => family.failed?.(thrown, say) ?? wordsOf(thrown),
    texts: () => family.texts(facts, setting),
  };
}
