import type { Approval, ApprovalStore, ToolOutput } from "countersign";
import { describe, expect, it } from "vitest";
import { freshCopy, wasmBytes } from "./copies.ts";
import { deferred, harness, settleMicrotasks } from "./harness.ts";

describe("when memory really ends", () => {
  const PAGE = 65_536;

  /** The core with room for so many pages of memory and no more. */
  function limited(extra: number): Uint8Array<ArrayBuffer> {
    const bytes = wasmBytes();
    const number = (at: number): [value: number, next: number] => {
      let [value, shift, next] = [0, 0, at];
      for (;;) {
        const byte = bytes[next] ?? 0;
        value += (byte & 0x7f) * 2 ** shift;
        [shift, next] = [shift + 7, next + 1];
        if (byte < 0x80) return [value, next];
      }
    };
    const written = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(Math.floor(value / 0x80))]);
    for (let at = 8; at < bytes.length; ) {
      const [size, start] = number(at + 1);
      if (bytes[at] === 5) {
        // One memory, without a limit: it gets one.
        const [pages] = number(start + 2);
        const section = [1, 1, ...written(pages), ...written(pages + extra)];
        return new Uint8Array([...bytes.subarray(0, at), 5, ...written(section.length), ...section, ...bytes.subarray(start + size)]);
      }
      at = start + size;
    }
    throw new Error("The core has no memory of its own.");
  }

  it("the store fails closed, and one on another instance goes on", async () => {
    const { slim } = freshCopy();
    await slim.init(limited(16));
    const sent: ToolOutput[] = [];
    const write = deferred<undefined>();
    const store: ApprovalStore = slim.createApprovalStore({
      onOutput: (output) => sent.push(output),
      handlers: { plain: { apply: () => undefined }, slow: { apply: () => write.promise } },
    });
    const elsewhere = harness();
    elsewhere.propose("a");
    store.propose({ toolCallId: "waiting", toolName: "plain", input: {} });
    store.propose({ toolCallId: "writing", toolName: "slow", input: {} });
    store.accept("writing");
    expect(() => store.propose({ toolCallId: "huge", toolName: "plain", input: "x".repeat(64 * PAGE) })).toThrow(
      expect.objectContaining({ code: "core_lost", cause: expect.any(WebAssembly.RuntimeError) }),
    );
    write.resolve(undefined);
    await settleMicrotasks();
    const outcome = (toolCallId: string): Approval["outcome"] => store.getApproval(toolCallId)?.outcome;
    expect([outcome("waiting"), outcome("writing")]).toMatchObject([
      { status: "cancelled", reason: "core_lost" },
      { status: "failed", code: "core_lost" },
    ]);
    expect(sent.map(({ toolCallId, state }) => [toolCallId, state])).toEqual([
      ["waiting", "output-error"],
      ["writing", "output-error"],
    ]);
    expect(() => store.accept("waiting")).toThrow(expect.objectContaining({ code: "core_lost" }));
    expect(elsewhere.store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
  });
});
