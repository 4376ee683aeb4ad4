import { createApprovalStore, type ToolOutput } from "countersign";
import {
  createEditPromptClientAction,
  createRemovePromptInstanceClientAction,
  createWritePromptToolsClientAction,
  type Entry,
  type InstanceRemoval,
  type PromptEdit,
  promptEditHandler,
  promptToolsHandler,
  promptToolsSummaryText,
  type PromptToolWrite,
  readPromptInstance,
  readPromptTools,
  instanceRemovalHandler,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import editFile from "../vectors/phoenix/approval-prompt-edit.json" with { type: "json" };
import removalFile from "../vectors/phoenix/approval-instance-removal.json" with { type: "json" };
import toolsFile from "../vectors/phoenix/approval-prompt-tools.json" with { type: "json" };
import { codes, context, facts, FakePlayground, never, options, Slice, type StoredPlayground, vectorOf, vectorsOf } from "./phoenix-harness.ts";

interface Input {
  readonly store: StoredPlayground;
  readonly toolInput: { readonly operations?: readonly object[]; readonly expectedRevision?: string };
  readonly permissions?: "manual" | "bypass";
  readonly between?: string;
  readonly act?: string;
}
interface Expected {
  readonly actionResult: unknown;
  readonly pendingAfterPropose: unknown;
  readonly emitted: readonly { readonly addToolOutput: ToolOutput; readonly pendingAtEmit: object }[];
  readonly pendingAfter: object;
  readonly playgroundAfter: unknown;
  readonly instancesAfter: readonly number[];
}

/** The entries of one slice, run as a vector says. */
async function run<Facts>(
  { store, toolInput, permissions = "manual", between, act = "none" }: Input,
  make: (playground: FakePlayground, slice: Slice<Entry<Facts>>, auto: boolean) => (input: unknown, context?: unknown) => Promise<unknown>,
  meanwhile: Readonly<Record<string, (playground: FakePlayground) => unknown>>,
) {
  const playground = new FakePlayground(store);
  const slice = new Slice<Entry<Facts>>();
  const actionResult = await make(playground, slice, permissions === "bypass")(toolInput, context(slice));
  const entry = slice.pending["call-1"];
  const pendingAfterPropose = facts(entry);
  if (between !== undefined) await (meanwhile[between] ?? never)(playground);
  for (const step of act.split(/[+;] ?/)) {
    if (step.startsWith("accept")) await entry?.accept();
    else if (step.startsWith("reject")) await entry?.reject();
    else if (step.startsWith("cancel")) await entry?.cancel?.();
  }
  return { playground, slice, entry, actionResult, pendingAfterPropose };
}

const sliceKeys = (pending: object): string[] => (Object.values(pending) as string[][]).flat();

interface Ran {
  readonly actionResult: unknown;
  readonly pendingAfterPropose: unknown;
  readonly slice: Pick<Slice<never>, "outputs" | "emitted"> & { readonly pending: object };
}

function agrees(ran: Ran, expected: Expected, emitted = expected.emitted): void {
  expect(ran.actionResult).toEqual(expected.actionResult);
  expect(JSON.stringify(ran.pendingAfterPropose)).toBe(JSON.stringify(expected.pendingAfterPropose));
  expect(ran.slice.outputs).toEqual(emitted.map(({ addToolOutput }) => addToolOutput));
  expect(ran.slice.emitted.map(({ pendingAtEmit }) => pendingAtEmit)).toEqual(emitted.map(({ pendingAtEmit }) => sliceKeys(pendingAtEmit)));
  expect(Object.keys(ran.slice.pending)).toEqual(sliceKeys(expected.pendingAfter));
}

const editAction = (playground: FakePlayground, slice: Slice<Entry<PromptEdit>>, auto: boolean) =>
  createEditPromptClientAction({ host: playground, setPending: slice.setPending, shouldAutoAccept: () => auto, ...options });
const toolsAction = (playground: FakePlayground, slice: Slice<Entry<PromptToolWrite>>, auto: boolean) =>
  createWritePromptToolsClientAction({ host: playground, setPending: slice.setPending, shouldAutoAccept: () => auto, ...options });

const editsMeanwhile: Readonly<Record<string, (playground: FakePlayground) => unknown>> = {
  "user edits message 2": (playground) => {
    const [instance] = playground.instances;
    playground.change(0, { messages: [...(instance?.messages ?? []).slice(0, 1), { id: 2, role: "user", content: "user typed" }] });
  },
  "dirty flag flips to true, no content change": ({ dirtyInstances }) => {
    dirtyInstances[0] = true;
  },
  "a write_prompt_tools batch is accepted on the same clean instance": async (playground) => {
    const slice = new Slice<Entry<PromptToolWrite>>();
    const read = readPromptTools(playground, 0, options);
    const expectedRevision = read.ok ? read.output.revision : "";
    await toolsAction(playground, slice, true)({ instanceId: 0, expectedRevision, tools: [{ name: "x" }] }, context(slice));
  },
  "instance 0 deleted": (playground) => playground.removeInstance(0),
};

describe("an edit of a prompt", () => {
  const special = new Set(["edit-double-accept", "edit-no-context", "edit-repropose-same-id", "edit-two-pending-same-base"]);
  it.each(vectorsOf<Input, Expected>(editFile, ({ id }) => !special.has(id)))("goes as in $id", async ({ input, expected }) => {
    const ran = await run(input, editAction, editsMeanwhile);
    agrees(ran, expected);
    expect(ran.playground.shown()).toEqual(expected.playgroundAfter);
  });

  const find = (id: string) => vectorOf<Input, Expected>(editFile, id);

  it("is answered once when it is accepted twice, where the original sent an error after it (edit-double-accept)", async () => {
    const { input, expected } = find("edit-double-accept");
    const ran = await run(input, editAction, editsMeanwhile);
    agrees(ran, expected, expected.emitted.slice(0, 1));
    expect(ran.playground.shown()).toEqual(expected.playgroundAfter);
  });

  it("needs a call to answer before anything else (edit-no-context)", async () => {
    const slice = new Slice<Entry<PromptEdit>>();
    const action = editAction(new FakePlayground(find("edit-no-context").input.store), slice, false);
    for (const given of [null, undefined, {}, { toolCallId: "c", sessionId: 1, addToolOutput: () => undefined }]) {
      expect(await action("no input", given)).toEqual(find("edit-no-context").expected);
    }
  });

  const propose = async (ids: readonly (readonly [string, number, string])[]) => {
    const { input } = find("edit-two-pending-same-base");
    const playground = new FakePlayground(input.store);
    const slice = new Slice<Entry<PromptEdit>>();
    const entries: (Entry<PromptEdit> | undefined)[] = [];
    for (const [id, messageId, content] of ids) {
      await editAction(playground, slice, false)({ instanceId: 0, expectedRevision: "prompt-15077a9e", operations: [{ type: "update_message", messageId, content }] }, context(slice, id));
      entries.push(slice.pending[id]);
    }
    return { playground, slice, entries };
  };

  it("makes its sibling on the same prompt stale (edit-two-pending-same-base)", async () => {
    const { expected } = find("edit-two-pending-same-base");
    const { playground, slice, entries } = await propose([["call-1", 1, "first"], ["call-2", 2, "other"]]);
    for (const entry of entries) await entry?.accept();
    expect(slice.outputs).toEqual(expected.emitted.map(({ addToolOutput }) => addToolOutput));
    expect(playground.shown()).toEqual(expected.playgroundAfter);
  });

  it("that was proposed anew decides nothing by its older object, which settled the newer one in the original (edit-repropose-same-id)", async () => {
    const { expected } = vectorOf<Input, Expected & { readonly pendingBefore: object }>(editFile, "edit-repropose-same-id");
    const { slice, entries } = await propose([["call-1", 1, "first"], ["call-1", 1, "second"], ["call-2", 2, "other"]]);
    expect(facts(slice.pending)).toEqual(expected.pendingBefore);
    await entries[0]?.reject();
    expect([slice.outputs, Object.keys(slice.pending)]).toEqual([[], ["call-1", "call-2"]]);
    await entries[1]?.reject();
    expect(slice.outputs).toEqual(expected.emitted.map(({ addToolOutput }) => addToolOutput));
  });

  it("gives new messages the ids that were shown, for later operations too", async () => {
    const playground = new FakePlayground(find("edit-propose").input.store);
    const slice = new Slice<Entry<PromptEdit>>();
    const operations = [
      { type: "insert_message", role: "user", content: "a" },
      { type: "insert_message", after_message_id: 2, role: "ai" },
    ];
    await editAction(playground, slice, false)({ instanceId: 0, expectedRevision: "prompt-15077a9e", operations }, context(slice));
    const entry = slice.pending["call-1"];
    playground.nextMessageId = 90;
    await entry?.accept();
    expect(playground.instances[0]?.messages?.map((message) => message?.id)).toEqual(entry?.after.messages.map(({ id }) => id));
    expect(playground.messageRevisions).toEqual({ 50: 1, 51: 1 });
  });
});

const toolsMeanwhile: Readonly<Record<string, (playground: FakePlayground) => unknown>> = {
  "tool list emptied by the user": (playground) => playground.change(0, { tools: [] }),
  "provider switched OPENAI → ANTHROPIC": (playground) => {
    playground.instances = playground.instances.map((instance) => ({ ...instance, provider: "ANTHROPIC" }));
  },
  "dirty flag flips": ({ dirtyInstances }) => {
    dirtyInstances[0] = true;
  },
  "instance removed": (playground) => {
    playground.instances = [];
  },
};

describe("a write of a prompt's tools", () => {
  it.each(vectorsOf<Input, Expected>(toolsFile))("goes as in $id, once and with the ids that were shown", async ({ input, expected }) => {
    const { playgroundAfter, ...ran } = { playgroundAfter: expected.playgroundAfter, ...(await run(input, toolsAction, toolsMeanwhile)) };
    // The original plans anew at accept, with new ids: 61 where 60 was shown; and answers a second accept with an error.
    const asShown = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("61", "60")) as T;
    const now = readPromptTools(ran.playground, 0, options);
    const emitted = expected.emitted.slice(0, 1).map(({ addToolOutput, pendingAtEmit }) => {
      const accepted = addToolOutput.state === "output-available" && now.ok;
      const output = accepted ? { ...addToolOutput, output: { ...(addToolOutput.output as object), revision: now.output.revision } } : addToolOutput;
      return { addToolOutput: asShown(output), pendingAtEmit };
    });
    agrees(ran, expected, emitted);
    expect(ran.playground.shown()).toEqual(asShown(playgroundAfter));
  });

  it("is said in one line", () => {
    const summary = { instanceIndex: 0, instanceLabel: "A", created: ["a", "b"], updated: ["c"], deleted: [], resetToolChoiceFrom: "d" };
    expect(promptToolsSummaryText(summary)).toBe("added a, b, changed c, reset tool choice from d");
    expect(promptToolsSummaryText({ ...summary, created: [], updated: [], resetToolChoiceFrom: undefined as never })).toBe("no tool changes");
  });
});

describe("a removal of an instance", () => {
  const removeAction = (playground: FakePlayground, slice: Slice<Entry<InstanceRemoval>>, auto: boolean) =>
    createRemovePromptInstanceClientAction({ host: playground, setPending: slice.setPending, shouldAutoAccept: () => auto, ...options });
  const meanwhile = { "instance 0 deleted": (playground: FakePlayground) => playground.removeInstance(0) };

  it.each(vectorsOf<Input, Expected>(removalFile, ({ id }) => id !== "remove-label-drift"))("goes as in $id", async ({ input, expected }) => {
    const ran = await run(input, removeAction, meanwhile);
    agrees(ran, expected);
    expect(ran.playground.instances.map(({ id }) => id)).toEqual(expected.instancesAfter);
  });

  it("says the letter that the instance has when it is removed (remove-label-drift)", async () => {
    const { expected } = vectorOf<Input, Expected>(removalFile, "remove-label-drift");
    const store = { instances: [0, 1, 2].map((id) => ({ id, messages: [] })) };
    const ran = await run({ store, toolInput: { instanceId: 2 } as object, between: "instance 0 deleted", act: "accept" }, removeAction, meanwhile);
    expect((ran.pendingAfterPropose as { label: string }).label).toBe("C");
    expect(ran.slice.outputs).toEqual(expected.emitted.map(({ addToolOutput }) => addToolOutput));
  });
});

function toolsRevision(playground: FakePlayground): string {
  const read = readPromptTools(playground, 0);
  return read.ok ? read.output.revision : read.error;
}

describe("the prompt families on an approval store", () => {
  const store = { instances: [{ id: 0, messages: [{ id: 1, role: "system", content: "Be terse." }], tools: [] }, { id: 1, messages: [], tools: [] }] };
  function setUp(editPermission: "manual" | "bypass" = "manual") {
    const playground = new FakePlayground(store);
    const sent: ToolOutput[] = [];
    const approvals = createApprovalStore({ editPermission, onOutput: (output) => void sent.push(output) });
    const messages = codes;
    approvals.registerHandler("edit_prompt_instance", promptEditHandler(playground, { messages, ownerKey: () => "playground" }));
    approvals.registerHandler("write_prompt_tools", promptToolsHandler(playground, { messages }));
    approvals.registerHandler("remove_prompt_instance", instanceRemovalHandler(playground, { messages }));
    const release = approvals.acquireOwner("playground");
    const revision = (): string => {
      const read = readPromptInstance(playground, 0);
      return read.ok ? read.output.revision : read.error;
    };
    const edit = (toolCallId: string, expectedRevision = revision()) =>
      approvals.propose({ toolCallId, toolName: "edit_prompt_instance", input: { instanceId: 0, expectedRevision, operations: [{ type: "update_message", messageId: 1, content: "Be verbose." }] } });
    return { playground, sent, approvals, release, revision, edit };
  }

  it("shows the display texts, and answers as the original does", () => {
    const { playground, sent, approvals, revision, edit } = setUp();
    edit("a");
    expect(approvals.getApproval("a")).toMatchObject({
      status: "pending",
      preview: { before: "role: system\n\ncontent:\nBe terse.", after: "role: system\n\ncontent:\nBe verbose.", fileName: "playground-instance-0.txt", facts: { instanceId: 0 } },
    });
    approvals.accept("a");
    approvals.accept("a");
    expect(sent).toEqual([
      {
        state: "output-available",
        tool: "edit_prompt_instance",
        toolCallId: "a",
        output: {
          status: "accepted",
          acceptedBy: "user",
          instanceId: 0,
          revision: revision(),
          summary: { instanceIndex: 0, instanceLabel: "A", additions: 1, deletions: 1 },
          message: "code:MSG_PROMPT_EDIT_APPLIED",
          approval: { decision: "accepted", source: "user" },
        },
      },
    ]);
    expect(playground.writes).toBe(1);
  });

  it("settles a drifted one as stale, with the original's words", () => {
    const { playground, sent, approvals, edit } = setUp();
    edit("a");
    playground.change(0, { messages: [{ id: 1, role: "system", content: "typed" }] });
    approvals.accept("a");
    edit("b", "never was");
    expect(["a", "b"].map((id) => approvals.getApproval(id)?.status)).toEqual(["stale", "stale"]);
    expect(sent.map((output) => output.state === "output-error" && output.errorText)).toEqual(["code:PROMPT_STALE_AT_ACCEPT", "code:PROMPT_STALE_AT_PROPOSE"]);
    expect(playground.instances[0]?.messages?.[0]?.content).toBe("typed");
  });

  it("is not made stale by a mark or a place, which are in Phoenix's own token", () => {
    const { playground, approvals, edit } = setUp();
    edit("a");
    playground.dirtyInstances[0] = true;
    playground.instances.reverse();
    expect(approvals.accept("a")).toMatchObject({ result: "settled", outcome: { status: "accepted" } });
  });

  it("rejects and cancels in the family's own words, also once the editor is gone", async () => {
    const { sent, approvals, release, edit } = setUp();
    edit("a");
    edit("b");
    approvals.reject("a", { comment: "no" });
    release();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toEqual([
      {
        state: "output-available",
        tool: "edit_prompt_instance",
        toolCallId: "a",
        output: { status: "rejected", instanceId: 0, message: "code:MSG_PROMPT_EDIT_REJECTED", comment: "no", approval: { decision: "rejected", source: "user" } },
      },
      { state: "output-error", tool: "edit_prompt_instance", toolCallId: "b", errorText: "code:CANCEL_PROMPT_EDIT", outcome: "interrupted" },
    ]);
  });

  it("is written as it was shown when it was restored after a reload", () => {
    const before = setUp();
    before.approvals.propose({
      toolCallId: "a",
      toolName: "write_prompt_tools",
      input: { instanceId: 0, expectedRevision: toolsRevision(before.playground), tools: [{ name: "new" }] },
    });
    const after = setUp();
    after.playground.nextToolId = 99;
    after.approvals.hydrate(before.approvals.dehydrate());
    after.approvals.accept("a");
    expect(after.sent).toMatchObject([{ output: { status: "accepted", results: [{ status: "created", toolId: 60 }] } }]);
    expect(after.playground.instances[0]?.tools).toEqual([{ kind: "function", id: 60, editorType: "json", definition: { name: "new" } }]);
  });

  it("is an error of the action when the host can't be read", async () => {
    const slice = new Slice<Entry<PromptEdit>>();
    const { reserveMessageIds, applyPromptEdit } = new FakePlayground(store);
    const host = {
      reserveMessageIds,
      applyPromptEdit,
      getPlayground: () => {
        throw new Error("not ready");
      },
    };
    const action = createEditPromptClientAction({ host, setPending: slice.setPending, shouldAutoAccept: () => true, ...options });
    const input = { instanceId: 0, expectedRevision: "r", operations: [{ type: "delete_message", messageId: 1 }] };
    expect(await action(input, context(slice))).toEqual({ ok: false, error: "not ready" });
    expect(slice.events).toEqual([]);
  });

  it("says by whom it was cancelled", () => {
    const { sent, approvals, edit } = setUp();
    for (const id of ["host", "turn", "session"]) edit(id);
    approvals.cancel("host");
    approvals.propose({ toolCallId: "other", toolName: "remove_prompt_instance", input: { instanceId: 1 } }, { sessionId: "s" });
    approvals.abortTurn("s");
    approvals.dispose();
    expect(sent.map((output) => [output.toolCallId, output.state === "output-error" && [output.errorText, output.outcome]])).toEqual([
      ["host", ["code:CANCEL_PROMPT_EDIT", "interrupted"]],
      ["other", ["code:USER_INTERRUPT", "interrupted"]],
      ["turn", ["code:CANCEL_WRITE", "interrupted"]],
      ["session", ["code:CANCEL_WRITE", "interrupted"]],
    ]);
  });

  it("fails fast, and in order", () => {
    const { sent, approvals } = setUp();
    const propose = (toolCallId: string, toolName: string, input: unknown) => approvals.propose({ toolCallId, toolName, input });
    propose("a", "edit_prompt_instance", { instanceId: 9, expectedRevision: "x", operations: [{ type: "delete_message", messageId: 7 }] });
    propose("b", "edit_prompt_instance", { instanceId: 0, operations: [] });
    propose("c", "remove_prompt_instance", { instanceId: 5 });
    propose("d", "write_prompt_tools", { instanceId: 0, expectedRevision: "x", tools: [{ id: 3, name: "n" }] });
    expect(sent.map((output) => output.state === "output-error" && output.errorText)).toEqual([
      "code:INSTANCE_NOT_FOUND|9",
      "code:INVALID_INPUT|edit_prompt_instance",
      "code:INSTANCE_NOT_FOUND|5",
      "code:TOOLS_STALE",
    ]);
  });

  it("applies at once in bypass, as by `auto`", () => {
    const { sent, approvals, playground } = setUp("bypass");
    approvals.propose({ toolCallId: "a", toolName: "write_prompt_tools", input: { instanceId: 0, expectedRevision: toolsRevision(playground), tools: [{ name: "new" }] } });
    expect(sent).toMatchObject([{ output: { status: "accepted", acceptedBy: "auto", results: [{ status: "created", toolId: 60 }], message: "code:MSG_TOOLS_AUTO", approval: { source: "auto" } } }]);
    approvals.propose({ toolCallId: "b", toolName: "remove_prompt_instance", input: { instanceId: 1 } });
    expect(sent[1]).toMatchObject({ output: { status: "removed", label: "B", message: "code:MSG_INSTANCE_REMOVED_AUTO" } });
  });
});
