import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler, JsonValue } from "../types.js";
import { type ApprovalApplyResult, bindDecisions, type Bound, genericBehaviour, type JsonObject, park, type Parking } from "./bind.js";
import { callCore, must } from "./core.js";
import { type Card, readCard, type Shown } from "./cards.js";
import { type Family, type PhoenixOptions, refused } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";
import { type BindGenericOptions, type StagedCall, type StageOptions, stageGeneric } from "./stage.js";
import { createSay } from "./catalogue.js";

/** The tools that write to datasets, each with the `kind` of its preview. */
export const DATASET_TOOLS = {
  create_dataset: "create",
  patch_dataset: "patch-dataset",
  delete_dataset: "delete-dataset",
  add_dataset_examples: "add",
  patch_dataset_examples: "patch-examples",
  delete_dataset_examples: "delete-examples",
  create_dataset_split: "create-split",
  set_dataset_example_splits: "set-splits",
  patch_dataset_split: "patch-split",
  delete_dataset_splits: "delete-splits",
  create_dataset_label: "create-label",
  set_dataset_labels: "set-labels",
  delete_dataset_labels: "delete-labels",
  add_spans_to_dataset: "add-spans",
} as const;

export type DatasetTool = keyof typeof DATASET_TOOLS;

/** What a card shows of a write: `kind`, and its own keys. */
export type DatasetWritePreview = JsonObject & { readonly kind: (typeof DATASET_TOOLS)[DatasetTool] };

/** A write to datasets, as it is shown and committed. */
export interface DatasetWrite {
  readonly toolName: string;
  readonly preview: DatasetWritePreview;
  readonly input: JsonObject;
  /** The dataset that was in view when the write was proposed. */
  readonly datasetId?: string;
  /** The span that was in view by then. */
  readonly spanId?: string;
}

export interface DatasetHost {
  /** The dataset in view, or nothing. */
  readonly getDatasetId: () => string | undefined;
  /** The span in view, or nothing. */
  readonly getSpanId: () => string | undefined;
  /** The name of a dataset. Its id is shown where this fails or finds nothing. */
  readonly readDatasetName: (datasetId: string) => Maybe<string | undefined>;
  /** Whether all of these examples are the dataset's; if not, why, in words. */
  readonly verifyExamples: (datasetId: string, exampleIds: readonly string[]) => Maybe<{ readonly ok: true } | { readonly ok: false; readonly error: string }>;
  readonly commit: (write: DatasetWrite) => Maybe<ApprovalApplyResult>;
}

/** Tools whose card names the dataset. */
const NAMED: ReadonlySet<string> = new Set<DatasetTool>(["delete_dataset", "patch_dataset_examples", "delete_dataset_examples", "set_dataset_example_splits"]);

const family: Family<DatasetHost, JsonObject, DatasetWrite> = {
  stage: ({ host, say }, input, toolName) => {
    const datasetId = host.getDatasetId();
    const spanId = host.getSpanId();
    const named = datasetId === undefined || !NAMED.has(toolName) ? datasetId : nameOf(host, datasetId);
    return chain(named, (datasetName) => {
      const made = callCore<DatasetWritePreview>("datasetPreview", { tool: toolName, input, datasetName, span: spanId !== undefined });
      if (!made.ok) return refused(say, made);
      const facts = { toolName, preview: made.value, input, ...(datasetId === undefined ? {} : { datasetId }), ...(spanId === undefined ? {} : { spanId }) };
      const exampleIds = NAMED.has(toolName) ? examplesIn(input) : [];
      if (datasetId === undefined || exampleIds.length === 0) return { ok: true, facts };
      return chain(host.verifyExamples(datasetId, exampleIds), (verified) => (verified.ok ? { ok: true, facts } : { ok: false, error: String(verified.error) }));
    });
  },
  texts: ({ preview, toolName }) => ({ before: "", after: must(callCore<Shown>("datasetCard", { preview })).body, fileName: `${toolName}.json` }),
  apply: ({ host }, write, source) => genericBehaviour(write.toolName, () => host.commit(write), "").apply(source),
  rejected: (_, say) => ({ status: "rejected", message: say("MSG_DATASET_REJECTED") }),
};

function nameOf(host: DatasetHost, datasetId: string): Maybe<string> {
  try {
    const read = chain(host.readDatasetName(datasetId), (name) => name ?? datasetId);
    return typeof read === "string" ? read : read.catch(() => datasetId);
  } catch {
    return datasetId;
  }
}

function examplesIn({ exampleIds, patches }: JsonObject): readonly string[] {
  const list = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);
  const ids = [...list(exampleIds), ...list(patches).map((patch) => (patch as JsonObject)["exampleId"])];
  return ids.filter((id) => typeof id === "string");
}

/** Writes to datasets for an approval store: one handler for all fourteen tools. */
export function datasetWriteHandler(host: DatasetHost, options?: PhoenixOptions): ApprovalHandler<JsonObject, FamilyPreview<DatasetWrite>> {
  return familyHandler(family, host, options);
}

/** Works out a write to datasets, then parks its entry, or accepts it at once. */
export function stageDatasetTool(host: DatasetHost, options: StageOptions<DatasetWritePreview>): (toolCall: StagedCall) => Promise<void> {
  return stageGeneric(family, host, options, (write) => write.preview);
}

export interface PendingDatasetWrite {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly preview: DatasetWritePreview;
}

/** An entry of the slice of dataset writes, bound. */
export function bindPendingDatasetWrite<Pending extends PendingDatasetWrite>(
  options: BindGenericOptions<Pending> & PhoenixOptions,
): Bound<Pending> {
  const { pending, apply, addToolOutput, setPending } = options;
  const behaviour = genericBehaviour(pending.toolName, apply, createSay(options.messages)("MSG_DATASET_REJECTED"));
  return bindDecisions({ pending, behaviour, addToolOutput, setPending });
}

/** Parks an entry of dataset writes that is worked out already, or accepts it at once. */
export async function stageDatasetWrite<Pending extends PendingDatasetWrite>(
  options: BindGenericOptions<Pending> & PhoenixOptions & Parking<Bound<Pending>>,
): Promise<void> {
  await park(options.pending.toolName, bindPendingDatasetWrite(options), options, false);
}

/** The card of a write to datasets. */
export function datasetWriteCard(preview: DatasetWritePreview, options: PhoenixOptions = {}): Card {
  return readCard("datasetCard", preview, options);
}
