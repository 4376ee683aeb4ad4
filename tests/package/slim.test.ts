import type { ToolOutput } from "countersign";
import * as esm from "countersign/slim";
import { describe, expect, it, vi } from "vitest";
import { freshCopy, wasmBytes } from "./copies.ts";
import { deferred } from "./harness.ts";

type Slim = typeof esm;
type Source = Parameters<Slim["init"]>[0];

/** A valid module that is not Countersign's. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** One that can't be linked: it imports `a.b`. */
const IMPORTING_MODULE = new Uint8Array([...EMPTY_MODULE, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x62, 0, 0]);

function countInstances(): unknown {
  const { Instance } = WebAssembly;
  return vi.spyOn(WebAssembly, "Instance").mockImplementation(function (module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    return new Instance(module, imports);
  });
}

function expectUnloaded(slim: Slim): void {
  const uses = [() => slim.createApprovalStore({ onOutput: () => undefined }), () => slim.displayPrompt({ messages: [] })];
  for (const use of uses) expect(use).toThrow(expect.objectContaining({ name: "CountersignError", code: "not_initialised" }));
}

function expectLoaded({ createApprovalStore, displayPrompt }: Slim): void {
  const sent: ToolOutput[] = [];
  const store = createApprovalStore({ onOutput: (output) => sent.push(output), handlers: { t: { apply: () => undefined } } });
  store.propose({ toolCallId: "a", toolName: "t", input: {} });
  store.accept("a");
  expect(sent).toMatchObject([{ toolCallId: "a", state: "output-available" }]);
  expect(displayPrompt({ messages: [{ role: "user", content: "x" }] })).toBe("role: user\n\ncontent:\nx");
}

describe("countersign/slim", () => {
  it("used before init throws a named error; afterwards it works", async () => {
    expectUnloaded(esm);
    await esm.init(wasmBytes());
    expectLoaded(esm);
  });

  const sources: [string, () => Source][] = [
    ["its bytes", wasmBytes],
    ["an ArrayBuffer", () => wasmBytes().buffer],
    ["bytes within a larger buffer", () => new Uint8Array([1, 2, 3, ...wasmBytes(), 4]).subarray(3, -1)],
    ["a compiled module", () => new WebAssembly.Module(wasmBytes())],
    ["a promise of a compiled module", () => WebAssembly.compile(wasmBytes())],
    ["a response", () => new Response(wasmBytes(), { headers: { "content-type": "application/wasm" } })],
    ["a response without a media type", () => new Response(wasmBytes())],
    ["a promise of a response, as fetch gives it", () => Promise.resolve(new Response(wasmBytes()))],
  ];
  it.each(sources)("loads from %s", async (_, source) => {
    const { slim } = freshCopy();
    await slim.init(source());
    expectLoaded(slim);
  });

  it("is not ready before init has ended", async () => {
    const { slim } = freshCopy();
    const bytes = deferred<BufferSource>();
    const loading = slim.init(bytes.promise);
    expectUnloaded(slim);
    bytes.resolve(wasmBytes());
    await loading;
    expectLoaded(slim);
  });

  it("rule 47: concurrent calls of init make one instance, and later calls change nothing", async () => {
    const { slim } = freshCopy();
    const instances = countInstances();
    await Promise.all([slim.init(wasmBytes()), slim.init(wasmBytes()), slim.init(Promise.resolve(new Response(wasmBytes())))]);
    await slim.init(new Uint8Array([1]));
    expect(instances).toHaveBeenCalledTimes(1);
    expectLoaded(slim);
  });

  const failures: [string, () => Source, RegExp][] = [
    ["garbage", () => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]), /magic/],
    ["nothing", () => new Uint8Array(), /./],
    ["half of the file", () => wasmBytes().subarray(0, 20_000), /./],
    ["a module that is not Countersign's", () => EMPTY_MODULE, /not countersign\/core\.wasm/],
    ["a module that needs other imports", () => IMPORTING_MODULE, /./],
    ["a page that says that there is no such file", () => new Response("Not found", { status: 404 }), /404/],
    ["a page in place of the file", () => new Response("<!doctype html>"), /magic/],
    ["a request that failed", () => Promise.reject(new TypeError("Failed to fetch")), /Failed to fetch/],
    ["no source at all", () => undefined as never, /./],
  ];
  it.each(failures)("rule 47: after %s, init can be tried again", async (_, source, words) => {
    const { slim } = freshCopy();
    const [one, other] = [slim.init(source()), slim.init(wasmBytes())];
    const failure = { name: "CountersignError", code: "wasm_failed", message: expect.stringMatching(words) };
    await expect(one).rejects.toMatchObject(failure);
    await expect(other).rejects.toMatchObject(failure);
    expectUnloaded(slim);
    await slim.init(wasmBytes());
    expectLoaded(slim);
  });

  it("names the way out where a policy refuses WebAssembly", async () => {
    const { slim } = freshCopy();
    const refusal = new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script");
    vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(refusal);
    await expect(slim.init(wasmBytes())).rejects.toMatchObject({ code: "wasm_blocked", message: expect.stringContaining("'wasm-unsafe-eval'"), cause: refusal });
    await slim.init(wasmBytes());
    expectLoaded(slim);
  });

  it("has one instance for each copy of the package, and each is loaded on its own", async () => {
    const [one, other] = [freshCopy().slim, freshCopy().slim];
    await one.init(wasmBytes());
    expectLoaded(one);
    expectUnloaded(other);
  });
});

describe("countersign", () => {
  it("rule 47: its own init can be tried again after a failure, and makes one instance", async () => {
    const { index } = freshCopy();
    vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new WebAssembly.CompileError("out of memory"));
    const instances = countInstances();
    await expect(index.init()).rejects.toMatchObject({ code: "wasm_failed", message: expect.stringContaining("out of memory") });
    await Promise.all([index.init(), index.init()]);
    index.createApprovalStore({ onOutput: () => undefined });
    expect(instances).toHaveBeenCalledTimes(1);
  });

  it("rule 47: a store that is made while init runs shares its instance", async () => {
    const { index } = freshCopy();
    const instances = countInstances();
    const warming = index.init();
    const store = index.createApprovalStore({ onOutput: () => undefined, handlers: { t: { apply: () => undefined } } });
    store.propose({ toolCallId: "a", toolName: "t", input: {} });
    await warming;
    expect(store.accept("a")).toMatchObject({ result: "settled" });
    expect(instances).toHaveBeenCalledTimes(1);
  });
});
