import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler, ApprovalSource } from "../types.js";
import type { ApprovalApplyResult, Bound, Cancel, JsonObject } from "./bind.js";
import { callCore, jsonIn } from "./core.js";
import type { Say } from "./catalogue.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, refused, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import { type PlaygroundHost, promptSnapshot, revisionIn } from "./playground.js";

export const SAVE_PROMPT = "save_prompt";

export interface SavePromptInput {
  readonly description: string;
  readonly instanceId?: number;
  readonly promptId?: string;
  readonly name?: string;
  readonly tags?: readonly string[];
}

/** What would be saved, and as what. */
export interface SavePromptPreview {
  readonly mode: "create" | "update";
  readonly instanceId: number;
  readonly label: string;
  readonly promptId: string | null;
  readonly promptName: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly dirtyBeforeSave: boolean;
}

/** What a save's entry holds. */
export interface SavePrompt {
  readonly input: SavePromptInput;
  readonly preview: SavePromptPreview;
  /** The prompt's revision that was shown. An entry without one is saved as the prompt is by then. */
  readonly expectedRevision?: string;
}

export interface SavePromptHost extends PlaygroundHost {
  /** Saves as what was shown, and returns what the agent is told as JSON text. */
  readonly save: (input: SavePromptInput, preview: SavePromptPreview) => Maybe<ApprovalApplyResult>;
}

const family: Family<SavePromptHost, SavePromptInput, SavePrompt> = {
  stage: (setting, input) => {
    const { host, say } = setting;
    const made = callCore<Omit<SavePromptPreview, "promptName"> & { readonly promptName?: string }>("savePreview", { playground: host.getPlayground(), input });
    if (!made.ok) return refused(say, made);
    const { mode, instanceId, label, promptId, promptName = say("SELECTED_PROMPT"), description, tags, dirtyBeforeSave } = made.value;
    const preview = { mode, instanceId, label, promptId, promptName, description, tags, dirtyBeforeSave };
    const live = promptSnapshot(setting, instanceId);
    return live.ok ? { ok: true, facts: { input, preview, expectedRevision: live.value.revision } } : refused(say, live);
  },
  texts: ({ preview }) => ({ before: "", after: JSON.stringify(preview, undefined, 2), fileName: `playground-instance-${preview.instanceId}.json` }),
  apply: (setting, { input, preview, expectedRevision }, source) => {
    const { host, say } = setting;
    if (expectedRevision !== undefined) {
      const live = promptSnapshot(setting, preview.instanceId);
      if (!live.ok) return refused(say, live);
      if (live.value.revision !== expectedRevision) return { ok: false, error: say("PROMPT_STALE_AT_ACCEPT"), liveRevision: live.value.revision };
    }
    return chain(host.save(input, preview), (saved) => (saved.ok ? { ok: true, output: told(saved.output, source, say) } : saved));
  },
  rejected: (_, say) => ({ status: "rejected", message: say("MSG_SAVE_REJECTED") }),
  cancelled: (say) => say("CANCEL_SAVE"),
  stale: (say) => say("PROMPT_STALE_AT_ACCEPT"),
  readRevision: (setting, { instanceId }) => revisionIn(setting, promptSnapshot(setting, instanceId)),
};

/** An object that the save returns speaks for itself; anything else stands beside our words. */
function told(text: string, source: ApprovalSource, say: Say): JsonObject {
  const output = jsonIn(text);
  if (typeof output === "object" && output !== null && !Array.isArray(output)) return { ...(output as JsonObject), approvalStatus: "accepted", acceptedBy: source };
  return { status: "accepted", acceptedBy: source, message: say("MSG_SAVE_APPROVED"), output };
}

/** Saving prompts for an approval store. */
export function savePromptHandler(
  host: SavePromptHost,
  options?: PhoenixOptions & { readonly ownerKey?: (input: SavePromptInput) => string | undefined },
): ApprovalHandler<SavePromptInput, FamilyPreview<SavePrompt>> {
  return familyHandler(family, host, options);
}

/** Saving prompts for a slice that keeps entries with callbacks. */
export function createSavePromptClientAction(options: ClientActionOptions<SavePromptHost, SavePrompt>): ClientAction {
  return familyAction(family, SAVE_PROMPT, options);
}

export function bindPendingSavePromptActions<Pending extends SavePrompt & { readonly toolCallId: string }>(
  options: BindOptions<SavePromptHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, SAVE_PROMPT, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
