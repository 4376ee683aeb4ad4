import { wordsOf } from "../errors.js";
import { attempt } from "../maybe.js";
import type { JsonValue } from "../types.js";
import { type AddToolOutput, type Behaviour, bindDecisions, type Bound, type Cancel, type SetPending } from "./bind.js";
import { type Family, parseInput, type PhoenixOptions, type Setting, settingOf, type Staged } from "./family.js";

/** What a mounted component gives a tool to run on. */
export interface ClientActionContext {
  readonly toolCallId: string;
  readonly sessionId: string;
  readonly addToolOutput: AddToolOutput;
}
export type ClientActionResult = { readonly ok: true; readonly output?: JsonValue } | { readonly ok: false; readonly error: string };
export type ClientAction = (input: unknown, context?: unknown) => Promise<ClientActionResult>;

/** An entry of a family's slice. */
export type Entry<Facts> = Bound<{ readonly toolCallId: string; readonly sessionId: string } & Facts> & Partial<Cancel>;

export interface ClientActionOptions<Host, Facts> extends PhoenixOptions {
  readonly host: Host;
  readonly setPending: SetPending<Entry<Facts>>;
  /** Whether the mode is `bypass`. */
  readonly shouldAutoAccept: () => boolean;
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
    const parsed = parseInput<Input>(setting.say, toolName, input);
    if (!parsed.ok) return { ok: false, error: parsed.errorText };
    const staged = await attempt<Staged<Facts>, Staged<Facts>>(
      () => family.stage(setting, parsed.value, toolName),
      (made) => made,
      (thrown) => ({ ok: false, error: wordsOf(thrown) }),
    );
    if (!staged.ok) return { ok: false, error: staged.error };
    if ("answer" in staged) {
      await addToolOutput({ state: "output-available", tool: toolName, toolCallId, output: staged.answer });
      return { ok: true };
    }
    const entry = bindFamily(family, toolName, setting, { toolCallId, sessionId, ...staged.facts }, addToolOutput, setPending);
    if (shouldAutoAccept()) await entry.accept({ approvalSource: "auto" });
    else setPending(toolCallId, entry);
    return { ok: true };
  };
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
  };
}
