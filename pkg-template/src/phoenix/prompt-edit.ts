import type { ApprovalHandler, JsonValue } from "../types.js";
import { chain, type Maybe } from "../maybe.js";
import type { Bound, Cancel } from "./bind.js";
import { callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, refused, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import { type PlaygroundHost, type PlaygroundMessage, promptSnapshot, type PromptInstanceSnapshot, revisionIn } from "./playground.js";

export const EDIT_PROMPT = "edit_prompt_instance";

export type PromptOperation =
  | { readonly type: "update_message"; readonly messageId: number; readonly role?: string; readonly content?: string; readonly toolCalls?: readonly JsonValue[] }
  | {
      readonly type: "insert_message";
      readonly afterMessageId: number | null;
      readonly role: string;
      readonly content?: string;
      readonly toolCalls?: readonly JsonValue[];
      /** The id of the new message, once it has one. */
      readonly messageId?: number;
    }
  | { readonly type: "delete_message"; readonly messageId: number }
  | { readonly type: "reorder_messages"; readonly messageIds: readonly number[] };

export interface PromptEditInput {
  readonly instanceId: number;
  readonly expectedRevision: string;
  readonly operations: readonly PromptOperation[];
}

/** What a prompt edit's entry holds. */
export interface PromptEdit extends PromptEditInput {
  readonly before: PromptInstanceSnapshot;
  readonly after: PromptInstanceSnapshot;
}

export interface PromptEditHost extends PlaygroundHost {
  /** Sets so many ids aside for new messages, and returns the first. */
  readonly reserveMessageIds: (count: number) => number;
  /**
   * Gives the instance these messages and marks it as changed. `touchedMessageIds` are those whose editors
   * must show their text anew, once for each time.
   */
  readonly applyPromptEdit: (edit: {
    readonly instanceId: number;
    readonly messages: readonly PlaygroundMessage[];
    readonly operations: readonly PromptOperation[];
    readonly touchedMessageIds: readonly number[];
  }) => Maybe<unknown>;
}

interface Worked {
  readonly before: PromptInstanceSnapshot;
  readonly after: PromptInstanceSnapshot;
  readonly operations: readonly PromptOperation[];
  readonly touchedMessageIds: readonly number[];
}

const family: Family<PromptEditHost, PromptEditInput, PromptEdit> = {
  stage: ({ host, say, revisions }, input) => {
    const inserted = input.operations.filter(({ type }) => type === "insert_message").length;
    const nextMessageId = inserted === 0 ? 0 : host.reserveMessageIds(inserted);
    const worked = callCore<Worked>("promptEdit", { playground: host.getPlayground(), input, nextMessageId, revisions });
    if (!worked.ok) return { ...refused(say, worked), stale: worked.sentence.code === "PROMPT_STALE_AT_PROPOSE" };
    const { before, after, operations } = worked.value;
    return { ok: true, facts: { instanceId: input.instanceId, expectedRevision: input.expectedRevision, before, after, operations } };
  },
  texts: ({ before, after, instanceId }) => ({
    before: must(callCore("promptText", { snapshot: before })),
    after: must(callCore("promptText", { snapshot: after })),
    fileName: `playground-instance-${instanceId}.txt`,
  }),
  apply: (setting, { instanceId, expectedRevision, before, operations }, source) => {
    const { host, say, revisions } = setting;
    const live = promptSnapshot(setting, instanceId);
    if (!live.ok) return refused(say, live);
    if (live.value.revision !== expectedRevision) return { ok: false, error: say("PROMPT_STALE_AT_ACCEPT"), liveRevision: live.value.revision };
    const input = { instanceId, expectedRevision, operations };
    const worked = callCore<Worked>("promptEdit", { playground: host.getPlayground(), input, nextMessageId: 0, revisions });
    if (!worked.ok) return refused(say, worked);
    const { after, touchedMessageIds } = worked.value;
    return chain(host.applyPromptEdit({ instanceId, messages: after.messages, operations, touchedMessageIds }), () => {
      const now = promptSnapshot(setting, instanceId);
      if (!now.ok) return refused(say, now);
      return {
        ok: true,
        output: {
          status: "accepted",
          acceptedBy: source,
          instanceId,
          revision: now.value.revision,
          summary: must(callCore<JsonValue>("promptEditSummary", { before, after: now.value })),
          message: say(source === "auto" ? "MSG_PROMPT_EDIT_AUTO" : "MSG_PROMPT_EDIT_APPLIED"),
        },
      };
    });
  },
  rejected: ({ instanceId }, say) => ({ status: "rejected", instanceId, message: say("MSG_PROMPT_EDIT_REJECTED") }),
  cancelled: (say) => say("CANCEL_PROMPT_EDIT"),
  stale: (say, waited) => say(waited ? "PROMPT_STALE_AT_ACCEPT" : "PROMPT_STALE_AT_PROPOSE"),
  expectedRevision: ({ expectedRevision }) => expectedRevision,
  madeFor: (input, expectedRevision) => ({ ...input, expectedRevision }),
  readRevision: (setting, { instanceId }) => revisionIn(setting, promptSnapshot(setting, instanceId)),
};

/** Prompt edits for an approval store. */
export function promptEditHandler(
  host: PromptEditHost,
  options?: PhoenixOptions & { readonly ownerKey?: (input: PromptEditInput) => string | undefined },
): ApprovalHandler<PromptEditInput, FamilyPreview<PromptEdit>> {
  return familyHandler(family, host, options);
}

/** Prompt edits for a slice that keeps entries with callbacks. */
export function createEditPromptClientAction(options: ClientActionOptions<PromptEditHost, PromptEdit>): ClientAction {
  return familyAction(family, EDIT_PROMPT, options);
}

export function bindPendingPromptEditActions<Pending extends PromptEdit & { readonly toolCallId: string }>(
  options: BindOptions<PromptEditHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, EDIT_PROMPT, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
