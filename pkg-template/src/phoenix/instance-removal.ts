import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler } from "../types.js";
import type { Bound, Cancel } from "./bind.js";
import { type Called, callCore } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, refused, type Setting, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import type { PlaygroundHost } from "./playground.js";

export const REMOVE_INSTANCE = "remove_prompt_instance";

export interface InstanceRemovalInput {
  readonly instanceId: number;
}

/** What a removal's entry holds. */
export interface InstanceRemoval extends InstanceRemovalInput {
  /** The letter of the instance when it was proposed. */
  readonly label: string;
}

export interface InstanceRemovalHost extends PlaygroundHost {
  readonly removeInstance: (instanceId: number) => Maybe<unknown>;
}

function removable({ host }: Setting<PlaygroundHost>, instanceId: number): Called<InstanceRemoval> {
  return callCore("removableInstance", { playground: host.getPlayground(), instanceId });
}

const family: Family<InstanceRemovalHost, InstanceRemovalInput, InstanceRemoval> = {
  stage: (setting, { instanceId }) => {
    const found = removable(setting, instanceId);
    return found.ok ? { ok: true, facts: found.value } : refused(setting.say, found);
  },
  texts: ({ instanceId, label }) => ({ before: label, after: "", fileName: `playground-instance-${instanceId}.txt` }),
  apply: (setting, { instanceId }, source) => {
    const { host, say } = setting;
    const found = removable(setting, instanceId);
    if (!found.ok) return refused(say, found);
    const { label } = found.value;
    const message = say(source === "auto" ? "MSG_INSTANCE_REMOVED_AUTO" : "MSG_INSTANCE_REMOVED");
    return chain(host.removeInstance(instanceId), () => ({
      ok: true,
      output: { status: "removed", instanceId, label, message, acceptedBy: source },
    }));
  },
  rejected: ({ instanceId, label }, say) => ({ status: "rejected", instanceId, label, message: say("MSG_INSTANCE_REMOVAL_REJECTED") }),
  cancelled: (say) => say("CANCEL_INSTANCE_REMOVAL"),
};

/** Removals of prompt instances for an approval store. */
export function instanceRemovalHandler(
  host: InstanceRemovalHost,
  options?: PhoenixOptions & { readonly ownerKey?: (input: InstanceRemovalInput) => string | undefined },
): ApprovalHandler<InstanceRemovalInput, FamilyPreview<InstanceRemoval>> {
  return familyHandler(family, host, options);
}

/** Removals of prompt instances for a slice that keeps entries with callbacks. */
export function createRemovePromptInstanceClientAction(options: ClientActionOptions<InstanceRemovalHost, InstanceRemoval>): ClientAction {
  return familyAction(family, REMOVE_INSTANCE, options);
}

export function bindPendingPromptInstanceRemovalActions<Pending extends InstanceRemoval & { readonly toolCallId: string }>(
  options: BindOptions<InstanceRemovalHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, REMOVE_INSTANCE, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
