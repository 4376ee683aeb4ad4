import type { Bound, DatasetWritePreview, Entry, PendingApproval, PromptEdit, PromptInstanceSnapshot } from "countersign/phoenix";
import type { AgentSlice } from "countersign/zustand";
import { expectTypeOf, it } from "vitest";

interface Entries {
  readonly pendingPromptEditsByToolCallId: Entry<PromptEdit>;
  readonly pendingDatasetWritesByToolCallId: Bound<PendingApproval<DatasetWritePreview>>;
}
type State = AgentSlice<Entries>;

it("compiles with consumers that were written for the app's own entries", () => {
  const cardOfEdit = ({ pendingPromptEditsByToolCallId: edits }: State) => {
    const pending = edits["c"] ?? null;
    return [pending?.before, pending?.cancel?.()] as const;
  };
  const kindOfWrite = (state: State) => (state.pendingDatasetWritesByToolCallId["c"] ?? null)?.preview.kind;
  const select = (state: State): Entry<PromptEdit> | undefined => state.pendingPromptEditsByToolCallId["c"];
  const all = (state: State): Partial<Record<string, Entry<PromptEdit>>> => state.pendingPromptEditsByToolCallId;
  expectTypeOf(cardOfEdit).returns.toEqualTypeOf<readonly [PromptInstanceSnapshot | undefined, Promise<void> | undefined]>();
  expectTypeOf(kindOfWrite).returns.toEqualTypeOf<DatasetWritePreview["kind"] | undefined>();
  expectTypeOf(select).parameter(0).toEqualTypeOf<State>();
  expectTypeOf(all).parameter(0).toEqualTypeOf<State>();
});
