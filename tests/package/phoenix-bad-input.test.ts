import { createApprovalStore, type JsonValue, type ToolOutput } from "countersign";
import {
  createAgentToolDispatcher,
  createEditPromptClientAction,
  datasetWriteHandler,
  type DatasetHost,
  type Entry,
  PHOENIX_TOOLS,
  type PhoenixMessages,
  type PromptEdit,
  promptEditHandler,
  readPromptInstance,
  revisionOf,
  spanAnnotationsHandler,
  toolRow,
} from "countersign/phoenix";
import { describe, expect, it } from "vitest";
import parserFile from "../vectors/phoenix/input-parsers.json" with { type: "json" };
import { codes, context, FakePlayground, Slice, vectorsOf } from "./phoenix-harness.ts";

const TOOLS = [...PHOENIX_TOOLS.keys()].filter((name) => name !== "ask_user");

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

const NO_INPUTS: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["a number", 7],
  ["text", "delete everything"],
  ["a list", []],
  ["a function", () => undefined],
  ["a symbol", Symbol("x")],
  ["a big integer", 10n ** 40n],
  ["not a number", Number.NaN],
  ["a map", new Map([["instanceId", 0]])],
  ["a date", new Date(0)],
  ["5,000 levels", nested(5_000)],
  ["50,000 levels", nested(50_000)],
  ["a cycle", cycle],
  ["a throwing getter", { get instanceId(): never { throw new Error("gotcha"); } }],
  ["half a surrogate pair", "\ud800"],
  ["only inherited keys", Object.create({ instanceId: 0, name: "n", datasetName: "n" })],
];

const host: DatasetHost = {
  getDatasetId: () => "D",
  getSpanId: () => undefined,
  readDatasetName: () => "d",
  verifyExamples: () => ({ ok: true }),
  commit: () => ({ ok: true, output: "Done." }),
};

function setUp(messages: PhoenixMessages = codes) {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({ onOutput: (output) => void sent.push(output) });
  const datasets = datasetWriteHandler(host, { messages });
  for (const toolName of TOOLS) store.registerHandler(toolName, datasets);
  const playground = new FakePlayground({ instances: [{ id: 0, messages: [{ id: 1, role: "user", content: "a" }] }] });
  store.registerHandler("edit_prompt_instance", promptEditHandler(playground, { messages }));
  store.registerHandler("batch_span_annotate", spanAnnotationsHandler({ annotate: () => undefined }, { messages }));
  return { store, sent, playground };
}

describe("an input that is not of its shape", () => {
  const empty = new Set(["delete_dataset", "submit_code_evaluator_draft", "submit_llm_evaluator_draft"]);
  it.each(NO_INPUTS)("never waits for a person, and is answered once: %s", (_, input) => {
    const { store, sent } = setUp();
    for (const toolName of TOOLS.filter((name) => !empty.has(name))) {
      store.propose({ toolCallId: toolName, toolName, input });
      expect([toolName, store.getApproval(toolName)?.status]).toEqual([toolName, "invalid"]);
    }
    expect(store.getSnapshot().pending).toEqual([]);
    expect(sent.every(({ state }) => state === "output-error")).toBe(true);
    expect(new Set(sent.map(({ toolCallId }) => toolCallId)).size).toBe(sent.length);
  });

  it.each(NO_INPUTS)("is an error of the action and of the row: %s", async (_, input) => {
    const { playground } = setUp();
    const slice = new Slice<Entry<PromptEdit>>();
    const action = createEditPromptClientAction({ host: playground, setPending: slice.setPending, shouldAutoAccept: () => true, messages: codes });
    expect(await action(input, context(slice))).toEqual({ ok: false, error: "code:INVALID_INPUT|edit_prompt_instance" });
    expect(slice.events).toEqual([]);
  });

  it("reaches no handler of a dispatched action whose parser throws", async () => {
    const sent: ToolOutput[] = [];
    const tools = [{ name: "t", parseInput: (input: unknown) => (input as { readonly deep: { readonly x: number } }).deep.x }];
    const dispatch = createAgentToolDispatcher({ tools, getClientAction: () => () => expect.fail("ran") });
    await dispatch({ toolCall: { toolCallId: "c", toolName: "t", input: null }, sessionId: null, addToolOutput: (output) => void sent.push(output) });
    expect(sent).toMatchObject([{ state: "output-error" }]);
  });
});

describe("an input that is unusual and right", () => {
  const strange = String.raw`{"__proto__":{"polluted":true},"constructor":1,"toString":null,"2":"b","1":"a","s":"\ud800\u0000\u202e","n":[1e21,1.7976931348623157e308,5e-324,0.1,9007199254740993],"":[[[]]]}`;

  it("is committed byte for byte", () => {
    const { store } = setUp();
    const committed: string[] = [];
    store.registerHandler("add_dataset_examples", datasetWriteHandler({ ...host, commit: ({ input }) => (committed.push(JSON.stringify(input)), { ok: true, output: "" }) }));
    const input: unknown = JSON.parse(`{"examples":[{"input":${strange}}]}`);
    store.propose({ toolCallId: "c", toolName: "add_dataset_examples", input });
    store.accept("c");
    expect(committed).toEqual([JSON.stringify(input)]);
    expect("polluted" in {}).toBe(false);
  });

  it("is written into a prompt byte for byte", () => {
    const { store, playground } = setUp();
    const content = "a\r\nb\u2028\ud800\u0000\u202e😀 é\t";
    const read = readPromptInstance(playground, 0);
    const toolCalls: unknown = [{ odd: JSON.parse(strange) }];
    store.propose({ toolCallId: "c", toolName: "edit_prompt_instance", input: { instanceId: 0, expectedRevision: read.ok ? read.output.revision : "", operations: [{ type: "update_message", messageId: 1, content, toolCalls }] } });
    store.accept("c");
    expect(JSON.stringify(playground.instances[0]?.messages)).toBe(JSON.stringify([{ id: 1, role: "user", content, toolCalls }]));
  });

  it("may be 400 levels deep", () => {
    const { store } = setUp();
    store.propose({ toolCallId: "c", toolName: "add_dataset_examples", input: { examples: [{ input: nested(400) }] } });
    expect(store.getApproval("c")?.status).toBe("pending");
  });
});

describe("every parser", () => {
  it("takes what it has returned, and returns the same", () => {
    const toolOf = (fn: string): string | undefined => {
      const name = /parse(\w+?)Input/.exec(fn)?.[1]?.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
      return [name, `${String(name)}_instance`].find((tool) => tool !== undefined && PHOENIX_TOOLS.has(tool));
    };
    let checked = 0;
    for (const { fn, input } of vectorsOf<unknown, unknown>(parserFile)) {
      const toolName = toolOf(fn);
      if (toolName === undefined) continue;
      const shown = (given: unknown) => {
        const { store } = setUp();
        store.registerHandler(toolName, { ...datasetWriteHandler(host), preview: () => ({ before: "", after: "" }) });
        store.propose({ toolCallId: "c", toolName, input: given ?? null });
        return store.getApproval("c");
      };
      const once = shown(input);
      if (once?.status !== "pending") continue;
      checked += 1;
      expect(JSON.stringify(shown(once.input)?.input)).toBe(JSON.stringify(once.input));
    }
    expect(checked).toBeGreaterThan(30);
  });
});

describe("a host's own catalogue", () => {
  it("that throws or says nothing leaves every call answered", () => {
    const { store, sent } = setUp({
      INVALID_INPUT: () => {
        throw new Error("no words");
      },
      MSG_DATASET_REJECTED: () => undefined as never,
    });
    store.propose({ toolCallId: "a", toolName: "edit_prompt_instance", input: {} });
    store.propose({ toolCallId: "b", toolName: "delete_dataset", input: {} });
    store.reject("b");
    expect(sent).toMatchObject([{ errorText: expect.stringContaining("edit_prompt_instance") }, { output: { status: "rejected", message: expect.stringContaining("rejected") } }]);
  });

  it("gets params of one line that are not endless, hidden or half a character", () => {
    const label = `a\nb\u202e\u0000${"😀".repeat(400)}`;
    const row = toolRow("batch_span_annotate", { input: { annotations: [{ spanId: "00f067aa0ba902b7", name: "q", label }] } });
    expect(row).toMatch(/^q: a\uFFFDb\uFFFD\uFFFD/);
    expect(row.length).toBeLessThan(500);
    expect(/\p{Surrogate}/u.test(row)).toBe(false);
  });

  it("has no sentence for the names of JavaScript", () => {
    const { store, sent } = setUp(Object.create({ INVALID_INPUT: () => "inherited" }) as PhoenixMessages);
    store.propose({ toolCallId: "a", toolName: "edit_prompt_instance", input: {} });
    expect(sent).not.toMatchObject([{ errorText: "inherited" }]);
  });
});

describe("a revision", () => {
  it("is the same for equal values, and of 128 bits", () => {
    expect(revisionOf({ b: 100, a: "é" })).toBe(revisionOf(JSON.parse('{"a":"\\u00e9","b":1e2}') as JsonValue));
    // The native tests have the same one.
    expect(revisionOf({ b: [1, "é\ud800"], a: null })).toBe("795533361ffdb2f6633b6b665b5fea31");
    expect(new Set([revisionOf(1), revisionOf("1"), revisionOf([1]), revisionOf({ "1": 1 }), revisionOf("\ud800"), revisionOf("\ud801")]).size).toBe(6);
  });

  it("is none of what is no JSON", () => {
    for (const value of [undefined, () => 1, Number.NaN, nested(5_000)]) expect(() => revisionOf(value as never)).toThrow(TypeError);
  });
});
