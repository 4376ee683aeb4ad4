import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler, JsonValue } from "../types.js";
import type { Bound, Cancel, JsonObject } from "./bind.js";
import { createSay, type PhoenixCode } from "./catalogue.js";
import { type Called, callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, refused, type Setting, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import { type PlaygroundHost, type PlaygroundTool, revisionIn, toolsSnapshot } from "./playground.js";

export const WRITE_TOOLS = "write_prompt_tools";

export interface PromptToolEntry {
  readonly id?: number;
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: JsonObject | null;
  readonly strict?: boolean | null;
}

export interface PromptToolWriteInput {
  readonly instanceId: number;
  readonly expectedRevision: string;
  readonly tools?: readonly PromptToolEntry[];
  readonly deleteToolIds?: readonly number[];
}

/** The tools of an instance as its provider's editor shows them. */
export interface PromptToolsDisplay {
  readonly instanceId: number;
  readonly index: number;
  readonly label: string;
  readonly entries: readonly { readonly id: number; readonly name: string; readonly text: string }[];
}

export interface PromptToolsSummary {
  readonly instanceIndex: number;
  readonly instanceLabel: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  readonly resetToolChoiceFrom?: string;
  readonly renamedToolChoiceTo?: string;
}

/** What a tool write's entry holds. */
export interface PromptToolWrite {
  readonly instanceId: number;
  readonly expectedRevision: string;
  readonly provider: string;
  readonly input: PromptToolWriteInput;
  readonly before: PromptToolsDisplay;
  readonly after: PromptToolsDisplay;
  readonly summary: PromptToolsSummary;
}

export interface PromptToolsHost extends PlaygroundHost {
  /** Sets so many ids aside for new tools, and returns the first. */
  readonly reserveToolIds: (count: number) => number;
  /**
   * Gives the instance these tools, and this choice where there is one, and marks it as changed. `results`
   * names the tools whose editors must show their text anew, once for each time.
   */
  readonly applyPromptTools: (write: {
    readonly instanceId: number;
    readonly tools: readonly PlaygroundTool[];
    readonly toolChoice?: JsonValue | undefined;
    readonly results: readonly ToolResult[];
    readonly deletedToolIds: readonly number[];
  }) => Maybe<unknown>;
}

export type ToolResult = { readonly status: "created" | "updated"; readonly toolId: number };

interface Plan {
  readonly instanceId: number;
  readonly index: number;
  readonly label: string;
  readonly provider: string;
  readonly afterTools: readonly PlaygroundTool[];
  readonly results: readonly ToolResult[];
  readonly deletedToolIds: readonly number[];
  readonly toolChoicePatch?: JsonValue;
  readonly resetToolChoiceFrom?: string;
  readonly renamedToolChoiceTo?: string;
  readonly beforeEntries: PromptToolsDisplay["entries"];
  readonly afterEntries: PromptToolsDisplay["entries"];
  readonly summary: PromptToolsSummary;
}

function planOf({ host, revisions }: Setting<PlaygroundHost>, input: PromptToolWriteInput, nextToolId: number): Called<Plan> {
  return callCore("planTools", { playground: host.getPlayground(), input, nextToolId, revisions });
}

/** What is applied has the ids that were shown: new tools come last and in order. */
function firstCreated({ before, after }: PromptToolWrite): number {
  const known = new Set(before.entries.map(({ id }) => id));
  return after.entries.find(({ id }) => !known.has(id))?.id ?? 0;
}

const family: Family<PromptToolsHost, PromptToolWriteInput, PromptToolWrite> = {
  stage: (setting, input) => {
    const created = (input.tools ?? []).filter(({ id }) => id === undefined).length;
    const plan = planOf(setting, input, created === 0 ? 0 : setting.host.reserveToolIds(created));
    if (!plan.ok) return { ...refused(setting.say, plan), stale: plan.sentence.code === "TOOLS_STALE" };
    const { instanceId, index, label, provider, beforeEntries, afterEntries, summary } = plan.value;
    const display = (entries: PromptToolsDisplay["entries"]): PromptToolsDisplay => ({ instanceId, index, label, entries });
    const { expectedRevision } = input;
    return { ok: true, facts: { instanceId, expectedRevision, provider, input, before: display(beforeEntries), after: display(afterEntries), summary } };
  },
  texts: ({ instanceId, before, after }) => ({
    before: must(callCore("toolsText", { entries: before.entries })),
    after: must(callCore("toolsText", { entries: after.entries })),
    fileName: `playground-instance-${instanceId}-tools.json`,
  }),
  apply: (setting, facts, source) => {
    const { host, say } = setting;
    const { instanceId, provider, input } = facts;
    const instance = host.getPlayground().instances.find(({ id }) => id === instanceId);
    if (instance !== undefined && instance.provider !== provider) return { ok: false, error: say("TOOLS_PROVIDER_CHANGED") };
    const plan = planOf(setting, input, firstCreated(facts));
    if (!plan.ok) return refused(say, plan);
    const { afterTools, toolChoicePatch, results, deletedToolIds, resetToolChoiceFrom, renamedToolChoiceTo } = plan.value;
    const write = { instanceId, tools: afterTools, toolChoice: toolChoicePatch, results, deletedToolIds };
    return chain(host.applyPromptTools(write), () => {
      const now = toolsSnapshot(setting, instanceId);
      if (!now.ok) return refused(say, now);
      return {
        ok: true,
        output: {
          status: "accepted",
          acceptedBy: source,
          instanceId,
          results,
          deletedToolIds,
          ...(resetToolChoiceFrom === undefined ? {} : { resetToolChoiceFrom }),
          ...(renamedToolChoiceTo === undefined ? {} : { renamedToolChoiceTo }),
          revision: now.value.revision,
          message: say(source === "auto" ? "MSG_TOOLS_AUTO" : "MSG_TOOLS_APPLIED"),
        },
      };
    });
  },
  rejected: ({ instanceId }, say) => ({ status: "rejected", instanceId, message: say("MSG_TOOLS_REJECTED") }),
  cancelled: (say) => say("CANCEL_TOOLS"),
  stale: (say) => say("TOOLS_STALE"),
  expectedRevision: ({ expectedRevision }) => expectedRevision,
  madeFor: (input, expectedRevision) => ({ ...input, expectedRevision }),
  readRevision: (setting, { instanceId }) => revisionIn(setting, toolsSnapshot(setting, instanceId)),
};

/** Writes of a prompt's tools for an approval store. */
export function promptToolsHandler(
  host: PromptToolsHost,
  options?: PhoenixOptions & { readonly ownerKey?: (input: PromptToolWriteInput) => string | undefined },
): ApprovalHandler<PromptToolWriteInput, FamilyPreview<PromptToolWrite>> {
  return familyHandler(family, host, options);
}

/** Writes of a prompt's tools for a slice that keeps entries with callbacks. */
export function createWritePromptToolsClientAction(options: ClientActionOptions<PromptToolsHost, PromptToolWrite>): ClientAction {
  return familyAction(family, WRITE_TOOLS, options);
}

export function bindPendingPromptToolWriteActions<Pending extends PromptToolWrite & { readonly toolCallId: string }>(
  options: BindOptions<PromptToolsHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, WRITE_TOOLS, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}

/** A tool as the editor of that provider shows it: in OpenAI's form, where the provider has none of its own. */
export function displayTool(provider: string, tool: PlaygroundTool): string {
  return must(callCore("toolDisplay", { provider, tool }));
}

/** The change in one line: `added a, b, changed c`. */
export function promptToolsSummaryText(
  { created, updated, deleted, resetToolChoiceFrom, renamedToolChoiceTo }: PromptToolsSummary,
  options: PhoenixOptions = {},
): string {
  const say = createSay(options.messages);
  const changes: readonly (readonly [PhoenixCode, readonly string[]])[] = [
    ["TOOLS_ADDED", created],
    ["TOOLS_CHANGED", updated],
    ["TOOLS_REMOVED", deleted],
    ["TOOL_CHOICE_RESET", [resetToolChoiceFrom ?? []].flat()],
    ["TOOL_CHOICE_RENAMED", [renamedToolChoiceTo ?? []].flat()],
  ];
  const parts = changes.flatMap(([code, names]) => (names.length === 0 ? [] : say(code, ...names)));
  return parts.length === 0 ? say("TOOLS_SAME") : parts.join(", ");
}
