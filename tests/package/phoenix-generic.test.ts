import type { ToolOutput } from "countersign";
import {
  annotationConfigWriteCard,
  type ApprovalApplyResult,
  bindPendingApproval,
  bindPendingDatasetWrite,
  type Bound,
  type DatasetHost,
  type DatasetWritePreview,
  datasetWriteCard,
  getAgentToolUIBehavior,
  isRehydratableAgentTool,
  type PendingApproval,
  PHOENIX_TOOLS,
  stageAnnotationConfigTool,
  stageDatasetTool,
  stageDatasetWrite,
  type AnnotationConfigWritePreview,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import genericFile from "../vectors/phoenix/approval-generic-and-dataset.json" with { type: "json" };
import previewFile from "../vectors/phoenix/dataset-and-annotation-previews.json" with { type: "json" };
import { deferred } from "./harness.ts";
import { codes, facts, options, Slice, vectorOf, vectorsOf } from "./phoenix-harness.ts";

interface GenericInput {
  readonly apply?: ApprovalApplyResult | string;
  readonly act?: string;
  readonly permissions?: "manual" | "bypass";
}
interface GenericExpected {
  readonly keys: readonly string[];
  readonly events: readonly unknown[];
  readonly threw: string | null;
  readonly emitted: readonly { readonly addToolOutput: ToolOutput; readonly pendingAtEmit: object }[];
  readonly pending: unknown;
  readonly applied: number;
}
type Pending = PendingApproval<object>;

function bindGeneric(apply: () => ApprovalApplyResult | Promise<ApprovalApplyResult>) {
  const slice = new Slice<Bound<Pending>>();
  const entry = bindPendingApproval({
    pending: { toolCallId: "c", toolName: "t", preview: {} },
    apply: () => {
      slice.events.push("apply");
      return apply();
    },
    addToolOutput: slice.addToolOutput,
    setPending: slice.setPending,
    rejectedMessage: "REJECTED",
  });
  return { slice, entry };
}

const done = (): ApprovalApplyResult => ({ ok: true, output: "done" });

describe("a generic entry", () => {
  const same = new Set(["generic-accept", "generic-accept-auto", "generic-reject"]);
  it.each(vectorsOf<GenericInput, GenericExpected>(genericFile, ({ id }) => same.has(id)))("is decided as in $id", async ({ input, expected }) => {
    const { slice, entry } = bindGeneric(done);
    expect(Object.keys(entry)).toEqual(expected.keys);
    if (input.act === "reject") await entry.reject();
    else await entry.accept(input.act === "accept auto" ? { approvalSource: "auto" } : undefined);
    expect(slice.events).toEqual(expected.events);
  });

  it("is answered when its write throws, where the original left it open (generic-accept-throws)", async () => {
    for (const apply of [
      () => {
        throw new Error("network down");
      },
      () => Promise.reject(new Error("network down")),
    ]) {
      const { slice, entry } = bindGeneric(apply);
      await entry.accept();
      expect(slice.outputs).toEqual([{ state: "output-error", tool: "t", toolCallId: "c", errorText: "network down" }]);
    }
  });

  it("is written once however often it is accepted, where the original wrote twice (generic-double-accept)", async () => {
    const { expected } = vectorOf<GenericInput, GenericExpected>(genericFile, "generic-double-accept");
    const { slice, entry } = bindGeneric(() => Promise.resolve(done()));
    const first = entry.accept();
    expect(entry.accept({ approvalSource: "auto" })).toBe(first);
    await first;
    await entry.accept();
    expect(slice.events).toEqual(expected.events.slice(0, 3));
  });

  it("is not written when it is accepted after it was rejected", async () => {
    const { slice, entry } = bindGeneric(done);
    await entry.reject();
    await entry.accept();
    expect(slice.events).not.toContain("apply");
    expect(slice.outputs).toHaveLength(1);
  });

  it("leaves its slice before accept and reject return", () => {
    for (const decide of ["accept", "reject"] as const) {
      const waiting = deferred<ApprovalApplyResult>();
      const { slice, entry } = bindGeneric(() => waiting.promise);
      slice.setPending("c", entry);
      void entry[decide]();
      expect(slice.pending).toEqual({});
    }
  });

  it("that was proposed anew under its id decides nothing, and the new one does", async () => {
    const slice = new Slice<Bound<Pending>>();
    const bind = (message: string) =>
      bindPendingApproval<Pending>({
        pending: { toolCallId: "c", toolName: "t", preview: { message } },
        apply: () => ({ ok: true, output: message }),
        addToolOutput: slice.addToolOutput,
        setPending: slice.setPending,
        rejectedMessage: "REJECTED",
      });
    const older = bind("older");
    slice.setPending("c", older);
    const newer = bind("newer");
    slice.setPending("c", newer);
    await older.accept();
    await older.reject();
    expect(slice.outputs).toEqual([]);
    expect(slice.pending["c"]).toBe(newer);
    await newer.accept();
    expect(slice.outputs).toMatchObject([{ output: { message: "newer" } }]);
  });

  it("sends its answer again, and writes nothing, when the sender failed", async () => {
    let fails = true;
    let applied = 0;
    const sent: ToolOutput[] = [];
    const entry = bindPendingApproval({
      pending: { toolCallId: "c", toolName: "t", preview: {} },
      apply: () => {
        applied += 1;
        return done();
      },
      addToolOutput: (output) => {
        if (fails) throw new Error("offline");
        sent.push(output);
      },
      setPending: () => undefined,
      rejectedMessage: "REJECTED",
    });
    await expect(entry.accept()).rejects.toThrow("offline");
    fails = false;
    await entry.reject();
    await entry.accept();
    expect(sent).toMatchObject([{ output: { status: "accepted" } }]);
    expect(applied).toBe(1);
  });

  it("is answered even if its slice can't be cleared, and the error is the caller's", async () => {
    const sent: ToolOutput[] = [];
    const entry = bindPendingApproval({
      pending: { toolCallId: "c", toolName: "t", preview: {} },
      apply: done,
      addToolOutput: (output) => void sent.push(output),
      setPending: () => {
        throw new Error("a listener failed");
      },
      rejectedMessage: "REJECTED",
    });
    await expect(entry.accept()).rejects.toThrow("a listener failed");
    expect(sent).toHaveLength(1);
  });

  it("may be decided from inside its own write and its own sender", async () => {
    const slice = new Slice<Bound<Pending>>();
    const entry: Bound<Pending> = bindPendingApproval<Pending>({
      pending: { toolCallId: "c", toolName: "t", preview: {} },
      apply: () => {
        void entry.reject();
        return done();
      },
      addToolOutput: (output) => {
        void entry.accept();
        return slice.addToolOutput(output);
      },
      setPending: slice.setPending,
      rejectedMessage: "REJECTED",
    });
    await entry.accept();
    expect(slice.outputs).toHaveLength(1);
  });

  it("keeps a payload from setting the approval marker", async () => {
    const { slice, entry } = bindGeneric(done);
    await entry.accept({ approvalSource: "auto" });
    expect(slice.outputs).toMatchObject([{ output: { approval: { decision: "accepted", source: "auto" } } }]);
  });
});

describe("a write to datasets that is worked out already", () => {
  it.each(vectorsOf<GenericInput, GenericExpected>(genericFile, ({ id }) => id.startsWith("dataset-")))("is staged and decided as in $id", async ({ input, expected }) => {
    const slice = new Slice<Bound<PendingApproval<DatasetWritePreview>>>();
    let applied = 0;
    const staging = {
      pending: { toolCallId: "c", toolName: "add_dataset_examples", preview: { kind: "add", examples: [{ input: { q: "é" } }] } as const },
      apply: (): ApprovalApplyResult => {
        applied += 1;
        return { ok: true, output: "Added." };
      },
      addToolOutput: slice.addToolOutput,
      setPending: slice.setPending,
      messages: codes,
    };
    if (input.act === "reject") {
      const entry = bindPendingDatasetWrite(staging);
      slice.setPending("c", entry);
      await entry.reject();
    } else {
      await stageDatasetWrite({ ...staging, shouldAutoAccept: () => input.permissions === "bypass" });
    }
    expect(input.act === "reject" ? undefined : facts(slice.pending["c"])).toEqual(expected.pending);
    expect(applied).toBe(expected.applied);
    expect(slice.outputs).toEqual(expected.emitted.map(({ addToolOutput }) => addToolOutput));
    expect(slice.emitted.flatMap(({ pendingAtEmit }) => pendingAtEmit)).toEqual([]);
  });
});

describe("a slice or a mode that fails while an entry is parked", () => {
  type Entry = Bound<PendingApproval<DatasetWritePreview>>;
  const preview = { kind: "add", examples: [{ input: {} }] } as const;
  const broken = (): never => {
    throw new Error("broken");
  };

  it.each(["the slice", "the mode"])("leaves the call with one answer, whatever is done with the entry: %s", async (what) => {
    const slice = new Slice<Entry>();
    const kept: Entry[] = [];
    const applied: string[] = [];
    const setPending = (toolCallId: string, entry: Entry | null): void => {
      slice.setPending(toolCallId, entry);
      if (entry === null) return;
      kept.push(entry);
      if (what === "the slice") broken();
    };
    await stageDatasetWrite({
      pending: { toolCallId: "c", toolName: "add_dataset_examples", preview },
      apply: () => {
        applied.push("c");
        return { ok: true, output: "Added." };
      },
      addToolOutput: slice.addToolOutput,
      setPending,
      shouldAutoAccept: what === "the mode" ? broken : () => false,
    });
    for (const entry of kept) await Promise.all([entry.accept(), entry.reject()]);
    expect(kept).toHaveLength(what === "the slice" ? 1 : 0);
    expect(slice.outputs).toEqual([{ state: "output-error", tool: "add_dataset_examples", toolCallId: "c", errorText: "broken" }]);
    expect(applied).toEqual([]);
  });
});

interface PreviewInput {
  readonly toolName: string;
  readonly input: unknown;
  readonly context: "dataset" | "unreadable" | "span" | "none";
}
interface PreviewExpected {
  readonly emitted: readonly ToolOutput[];
  readonly slice: string | null;
  readonly pending: { readonly preview: object } | null;
  readonly pendingKeys: readonly string[];
  readonly card: { readonly labels: readonly { readonly text: string; readonly variant: string | null }[]; readonly codeBlocks: readonly string[] } | null;
  readonly rehydratable: boolean;
  readonly uiBehavior: object;
}

describe("writes to datasets and annotation configs", () => {
  const hostOf = (context: PreviewInput["context"]): DatasetHost => ({
    getDatasetId: () => (context === "none" || context === "span" ? undefined : `DS-${context}`),
    getSpanId: () => (context === "span" ? "S" : undefined),
    readDatasetName: () => (context === "unreadable" ? Promise.reject(new Error("no")) : Promise.resolve("My DS")),
    verifyExamples: (_, ids) => {
      const foreign = ids.filter((id) => !id.startsWith("e"));
      return foreign.length === 0 ? { ok: true } : { ok: false, error: `${foreign.length} example id(s) are not rows of the dataset in view (stub)` };
    },
    commit: ({ input }) => ({ ok: true, output: JSON.stringify(input) }),
  });

  it.each(vectorsOf<PreviewInput, PreviewExpected>(previewFile))("are parked and shown as in $id", async ({ input, expected }) => {
    const { toolName } = input;
    const call = { toolCallId: "c1", toolName, input: input.input };
    const datasets = new Slice<Bound<PendingApproval<DatasetWritePreview>>>();
    const configs = new Slice<Bound<PendingApproval<AnnotationConfigWritePreview>>>();
    const config = toolName.endsWith("annotation_config");
    const common = { ...options, shouldAutoAccept: () => false };
    if (config) await stageAnnotationConfigTool({ commit: () => ({ ok: true, output: "" }) }, { ...common, addToolOutput: configs.addToolOutput, setPending: configs.setPending })(call);
    else await stageDatasetTool(hostOf(input.context), { ...common, addToolOutput: datasets.addToolOutput, setPending: datasets.setPending })(call);
    const slice = config ? configs : datasets;
    const entry = slice.pending["c1"];
    expect(slice.outputs).toEqual(expected.emitted);
    expect(JSON.stringify(facts(entry))).toBe(JSON.stringify(expected.pending));
    expect(Object.keys(entry ?? {})).toEqual(expected.pendingKeys);
    expect([PHOENIX_TOOLS.get(toolName)?.slice, null]).toContain(expected.slice);
    expect([isRehydratableAgentTool(toolName), getAgentToolUIBehavior(toolName)]).toEqual([expected.rehydratable, expected.uiBehavior]);
    if (expected.card === null) return;
    // The names of the writes are the default catalogue's; the notes stand in the vectors as codes.
    const noted = { messages: Object.fromEntries(Object.entries(codes).filter(([code]) => code.startsWith("NOTE_"))) };
    const card = config ? annotationConfigWriteCard(configs.pending["c1"]?.preview as AnnotationConfigWritePreview, noted) : datasetWriteCard(datasets.pending["c1"]?.preview as DatasetWritePreview, noted);
    const variant = card.note === undefined ? null : "danger";
    expect([card.label, card.note].filter((text) => text !== undefined).map((text) => ({ text, variant }))).toEqual(expected.card.labels);
    expect([card.body]).toEqual(expected.card.codeBlocks);
  });

  it("commit what came in, byte for byte, to the dataset that was in view when they were proposed", async () => {
    const slice = new Slice<Bound<PendingApproval<DatasetWritePreview>>>();
    const committed: unknown[] = [];
    let inView = "DS-dataset";
    const host: DatasetHost = { ...hostOf("dataset"), getDatasetId: () => inView, commit: (write) => (committed.push([write.datasetId, JSON.stringify(write.input)]), { ok: true, output: "Added." }) };
    const stage = stageDatasetTool(host, { ...options, addToolOutput: slice.addToolOutput, setPending: slice.setPending, shouldAutoAccept: () => false });
    const text = String.raw`{"examples":[{"input":{"9":1,"__proto__":{"constructor":null},"s":"\ud800 é\u2028\u202e","n":[1e+21,0.1,-5e-7,9007199254740991],"":{}}}]}`;
    await stage({ toolCallId: "c1", toolName: "add_dataset_examples", input: JSON.parse(text) });
    inView = "another";
    await slice.pending["c1"]?.accept();
    expect(committed).toEqual([["DS-dataset", JSON.stringify(JSON.parse(text))]]);
  });

  it("commit the span that was in view when they were proposed", async () => {
    const slice = new Slice<Bound<PendingApproval<DatasetWritePreview>>>();
    const committed: unknown[] = [];
    let inView: string | undefined = "S1";
    const host: DatasetHost = { ...hostOf("none"), getSpanId: () => inView, commit: ({ spanId }) => (committed.push(spanId), { ok: true, output: "Added." }) };
    const stage = stageDatasetTool(host, { ...options, addToolOutput: slice.addToolOutput, setPending: slice.setPending, shouldAutoAccept: () => false });
    await stage({ toolCallId: "c1", toolName: "add_spans_to_dataset", input: { datasetName: "d" } });
    inView = "S2";
    await slice.pending["c1"]?.accept();
    expect(committed).toEqual(["S1"]);
  });

  it.each(["s1", null, undefined])("know the session that they were proposed in: %s", async (sessionId) => {
    const slice = new Slice<Bound<PendingApproval<DatasetWritePreview>>>();
    const stage = stageDatasetTool(hostOf("dataset"), { ...options, addToolOutput: slice.addToolOutput, setPending: slice.setPending, shouldAutoAccept: () => false });
    await stage({ toolCallId: "c1", toolName: "delete_dataset", input: {}, sessionId });
    expect(facts(slice.pending["c1"])).toEqual({ toolCallId: "c1", toolName: "delete_dataset", preview: expect.anything(), ...(sessionId === "s1" ? { sessionId } : {}) });
  });
});
