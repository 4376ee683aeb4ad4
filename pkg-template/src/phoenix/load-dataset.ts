import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler } from "../types.js";
import type { Bound, Cancel, Written } from "./bind.js";
import { callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, type Setting, settingOf, type Staged } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";

export const LOAD_DATASET = "load_dataset";

export interface LoadDatasetInput {
  readonly datasetName: string;
  readonly splitName?: string | null;
}

/** The dataset and the splits that the page's address names. */
export interface DatasetSelection {
  readonly datasetId: string | null;
  readonly splitIds: readonly string[];
}

/** What a name stands for. */
export interface DatasetTarget {
  readonly datasetId: string;
  readonly splitIds: readonly string[];
  readonly datasetName?: string;
  readonly splitNames?: readonly string[];
}

/** What a load's entry holds. */
export interface LoadDataset {
  readonly input: LoadDatasetInput;
  readonly snapshot: DatasetTarget;
  readonly expectedSelection: DatasetSelection;
  readonly expectedRevision: string;
}

export interface LoadDatasetHost {
  readonly getSelection: () => DatasetSelection;
  /** Finds what the names stand for: exactly one dataset with rows, or why not, in words. */
  readonly resolve: (input: LoadDatasetInput) => Maybe<{ readonly ok: true; readonly output: DatasetTarget } | { readonly ok: false; readonly error: string }>;
  readonly load: (target: DatasetTarget) => Maybe<unknown>;
}

/** The revision of a selection. The order of splits does not count. */
export function selectionRevision(selection: DatasetSelection, { revisions }: Pick<PhoenixOptions, "revisions"> = {}): string {
  const { datasetId, splitIds } = selection;
  if (revisions === "tokens") return must(callCore("selectionRevision", { selection: { datasetId, splitIds } }));
  return must(callCore("revisionOf", { value: { datasetId, splitIds: sorted(splitIds) } }));
}

const sorted = (splitIds: readonly string[]): string[] => [...splitIds].sort();
const revisionNow = ({ host, revisions }: Setting<LoadDatasetHost>): string => selectionRevision(host.getSelection(), { revisions });
const sameTarget = (a: DatasetTarget, b: DatasetTarget): boolean =>
  a.datasetId === b.datasetId && JSON.stringify(sorted(a.splitIds)) === JSON.stringify(sorted(b.splitIds));

const family: Family<LoadDatasetHost, LoadDatasetInput, LoadDataset> = {
  stage: (setting, input) => {
    const { host, revisions } = setting;
    const { datasetId, splitIds } = host.getSelection();
    const expectedSelection = { datasetId, splitIds };
    const expectedRevision = selectionRevision(expectedSelection, { revisions });
    return chain(host.resolve(input), (resolved): Staged<LoadDataset> =>
      resolved.ok ? { ok: true, facts: { input, snapshot: resolved.output, expectedSelection, expectedRevision } } : { ok: false, error: String(resolved.error) },
    );
  },
  texts: ({ expectedSelection, snapshot }) => ({
    before: JSON.stringify(expectedSelection, undefined, 2),
    after: JSON.stringify(snapshot, undefined, 2),
    fileName: `${LOAD_DATASET}.json`,
  }),
  apply: (setting, { input, snapshot, expectedRevision }, source) => {
    const { host, say } = setting;
    if (revisionNow(setting) !== expectedRevision) return { ok: false, error: say("LOAD_SELECTION_STALE") };
    return chain(host.resolve(input), (resolved): Maybe<Written> => {
      if (!resolved.ok) return resolved;
      const target = resolved.output;
      if (!sameTarget(target, snapshot)) return { ok: false, error: say("LOAD_TARGET_STALE") };
      // It may have changed while the names were looked up.
      if (revisionNow(setting) !== expectedRevision) return { ok: false, error: say("LOAD_SELECTION_STALE") };
      const { datasetId, datasetName = null, splitIds, splitNames = [] } = target;
      return chain(host.load(target), () => ({
        ok: true,
        output: { status: "loaded", acceptedBy: source, datasetId, datasetName, splitIds, splitNames, message: say("MSG_LOAD_APPLIED") },
      }));
    });
  },
  rejected: (_, say) => ({ status: "rejected", message: say("MSG_LOAD_REJECTED") }),
  cancelled: (say) => say("CANCEL_LOAD"),
  stale: (say) => say("LOAD_SELECTION_STALE"),
  readRevision: (setting) => revisionNow(setting),
};

/** Loading datasets for an approval store. */
export function loadDatasetHandler(
  host: LoadDatasetHost,
  options?: PhoenixOptions & { readonly ownerKey?: (input: LoadDatasetInput) => string | undefined },
): ApprovalHandler<LoadDatasetInput, FamilyPreview<LoadDataset>> {
  return familyHandler(family, host, options);
}

/** Loading datasets for a slice that keeps entries with callbacks. */
export function createLoadDatasetClientAction(options: ClientActionOptions<LoadDatasetHost, LoadDataset>): ClientAction {
  return familyAction(family, LOAD_DATASET, options);
}

export function bindPendingLoadDatasetActions<Pending extends LoadDataset & { readonly toolCallId: string }>(
  options: BindOptions<LoadDatasetHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(family, LOAD_DATASET, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
