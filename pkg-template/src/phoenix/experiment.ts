import { wordsOf } from "../errors.js";
import { attempt, chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler, JsonValue } from "../types.js";
import type { Bound, Cancel, JsonObject, Written } from "./bind.js";
import type { Say } from "./catalogue.js";
import { callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, settingOf, type Staged } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";

export const PATCH_EXPERIMENT = "patch_experiment";

export interface ExperimentPatchInput {
  readonly experimentId: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly metadata?: JsonObject;
}

/** An experiment as the server has it. */
export interface Experiment {
  readonly name: string;
  readonly description: string | null;
  readonly metadata: JsonValue;
  /** Changes with every change of the experiment. */
  readonly updatedAt: string;
}

export interface ExperimentChange {
  readonly field: "name" | "description" | "metadata";
  /** Metadata stands here as its JSON text. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** What an experiment patch's entry holds. */
export interface ExperimentPatch {
  readonly experimentId: string;
  readonly experimentName: string;
  readonly expectedUpdatedAt: string;
  /** What is sent: the fields that change. */
  readonly payload: Omit<ExperimentPatchInput, "experimentId">;
  readonly diff: readonly ExperimentChange[];
}

export interface ExperimentHost {
  /** Throws where the experiment can't be read. */
  readonly fetchExperiment: (experimentId: string) => Maybe<Experiment>;
  readonly commit: (write: { readonly experimentId: string; readonly payload: ExperimentPatch["payload"] }) => Maybe<unknown>;
}

const changes = ({ diff }: ExperimentPatch): readonly JsonValue[] => diff.map(({ field, previous, next }) => ({ field, previous, new: next }));

/** An error's own words; of anything else that is thrown nothing can be said. */
const failed = (thrown: unknown, say: Say): string => (thrown instanceof Error ? wordsOf(thrown) : say("EXPERIMENT_APPLY_FAILED"));

const shown = (patch: ExperimentPatch, side: "previous" | "next"): string => patch.diff.map((change) => `${change.field}: ${change[side] ?? "–"}`).join("\n\n");

const family: Family<ExperimentHost, ExperimentPatchInput, ExperimentPatch> = {
  stage: ({ host, say }, input) => {
    const { experimentId } = input;
    return attempt(
      () => host.fetchExperiment(experimentId),
      (experiment): Staged<ExperimentPatch> => {
        const { name: experimentName, updatedAt: expectedUpdatedAt } = experiment;
        const proposal = must(callCore<Pick<ExperimentPatch, "payload" | "diff"> | undefined>("experimentProposal", { input, experiment }));
        if (proposal !== undefined) return { ok: true, facts: { experimentId, experimentName, expectedUpdatedAt, ...proposal } };
        return { ok: true, answer: { status: "no_change", experimentId, experimentName, message: say("MSG_EXPERIMENT_NO_CHANGE", experimentName) } };
      },
      (thrown) => ({ ok: false, error: failed(thrown, say) }),
    );
  },
  texts: (patch) => ({ before: shown(patch, "previous"), after: shown(patch, "next"), fileName: `experiment-${patch.experimentId}.txt` }),
  apply: ({ host, say }, patch, source) => {
    const { experimentId, experimentName, expectedUpdatedAt, payload } = patch;
    return chain(host.fetchExperiment(experimentId), ({ updatedAt }): Maybe<Written> => {
      if (updatedAt !== expectedUpdatedAt) return { ok: false, error: say("EXPERIMENT_STALE"), liveRevision: updatedAt };
      const message = say("MSG_EXPERIMENT_UPDATED", experimentName);
      return chain(host.commit({ experimentId, payload }), () => ({
        ok: true,
        output: { status: "applied", acceptedBy: source, experimentId, experimentName, changes: changes(patch), message },
      }));
    });
  },
  rejected: (patch, say) => {
    const { experimentId, experimentName } = patch;
    return { status: "rejected", experimentId, experimentName, changes: changes(patch), message: say("MSG_EXPERIMENT_REJECTED", experimentName) };
  },
  cancelled: (say) => say("CANCEL_EXPERIMENT"),
  stale: (say) => say("EXPERIMENT_STALE"),
  failed,
};

/** Experiment patches for an approval store. */
export function experimentPatchHandler(host: ExperimentHost, options?: PhoenixOptions): ApprovalHandler<ExperimentPatchInput, FamilyPreview<ExperimentPatch>> {
  return familyHandler(family, host, options);
}

/** Experiment patches for a slice that keeps entries with callbacks. */
export function createPatchExperimentAction(options: ClientActionOptions<ExperimentHost, ExperimentPatch>): ClientAction {
  return familyAction(family, PATCH_EXPERIMENT, options);
}

export function bindPendingPatchExperimentActions<Pending extends ExperimentPatch & { readonly toolCallId: string }>(
  options: BindOptions<ExperimentHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, PATCH_EXPERIMENT, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
