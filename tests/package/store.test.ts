import { type ApprovalSnapshot, createApprovalStore, displayPrompt, init, type ToolOutput } from "countersign";
import { describe, expect, it, vi } from "vitest";
import { deferred, type Edit, harness, settleMicrotasks, TOOL } from "./harness.ts";

describe("the snapshot", () => {
  it("is the same frozen object until something changes, and so is each entry", () => {
    const { store, propose } = harness();
    propose("a");
    propose("b");
    const first = store.getSnapshot();
    const [a, b] = first.pending;
    expect(store.getSnapshot()).toBe(first);
    expect([Object.isFrozen(first), Object.isFrozen(first.pending), Object.isFrozen(a), Object.isFrozen(a?.input)]).toEqual([true, true, true, true]);
    store.reject("b");
    const second = store.getSnapshot();
    expect(second).not.toBe(first);
    expect(second.pending).toEqual([a]);
    expect(second.approvals.get("a")).toBe(a);
    expect(second.approvals.get("b")).not.toBe(b);
    expect(first.pending).toHaveLength(2);
  });

  it("has what waits in the order of proposal after each change, as the objects that its calls are, and keeps it", () => {
    const { store, propose } = harness();
    const taken: [ApprovalSnapshot, readonly unknown[]][] = [];
    const waits = () => {
      const snapshot = store.getSnapshot();
      expect(snapshot.pending).toEqual([...snapshot.approvals.values()].filter(({ status }) => status === "pending"));
      for (const approval of snapshot.pending) expect(snapshot.approvals.get(approval.toolCallId)).toBe(approval);
      expect(Object.isFrozen(snapshot.pending)).toBe(true);
      taken.push([snapshot, [...snapshot.pending]]);
      return snapshot.pending.map(({ toolCallId }) => toolCallId).join("");
    };
    for (const id of ["a", "b", "c", "d", "e"]) propose(id);
    expect(waits()).toBe("abcde");
    store.edit("c", { line: "other" });
    expect(waits()).toBe("abcde");
    store.reject("a");
    expect(waits()).toBe("bcde");
    store.rebase("b");
    expect(waits()).toBe("bcde");
    store.accept("d");
    store.cancel("e");
    expect(waits()).toBe("bc");
    propose("a", { line: "again" });
    expect(waits()).toBe("bca");
    const { pending } = store.getSnapshot();
    store.setEditPermission("bypass");
    expect(store.getSnapshot().pending).toBe(pending);
    for (const [snapshot, before] of taken) expect(snapshot.pending).toEqual(before);
  });

  it("on a server is one constant", () => {
    const [one, other] = [harness(), harness()];
    one.propose("a");
    expect(one.store.getServerSnapshot()).toBe(other.store.getServerSnapshot());
    expect(one.store.getServerSnapshot().pending).toEqual([]);
  });

  it("shows what was proposed even if the caller changes its object afterwards", () => {
    const { store, document } = harness();
    const input = { line: "as proposed" };
    store.propose({ toolCallId: "a", toolName: TOOL, input });
    input.line = "changed behind the back";
    store.accept("a");
    expect(document.text).toBe("as proposed");
  });

  it("keeps what was rejected readable", () => {
    const { store, propose } = harness();
    propose("a");
    store.reject("a");
    expect(store.getApproval("a")).toMatchObject({ input: { line: "new line" }, preview: { after: "new line" } });
    expect(store.diff("a")?.additions).toBe(1);
  });
});

describe("listeners", () => {
  it("are told once for one command, after its effects", () => {
    const { store, propose } = harness();
    propose("a");
    const statuses: unknown[] = [];
    store.subscribe(() => statuses.push(store.getApproval("a")?.status));
    store.accept("a");
    expect(statuses).toEqual(["accepted"]);
  });

  it("hear each event of a call in order", async () => {
    const { store, propose } = harness();
    const events: string[] = [];
    for (const event of ["proposed", "pending", "presented", "edited", "applying", "settled", "delivered", "undelivered"] as const) {
      store.on(event, ({ toolCallId, status }) => events.push(`${event} ${toolCallId} ${status}`));
    }
    propose("a");
    store.present("a");
    store.present("a");
    store.edit("a", { line: "x" });
    store.accept("a");
    await settleMicrotasks();
    expect(events).toEqual([
      "proposed a proposed",
      "pending a pending",
      "presented a pending",
      "edited a pending",
      "edited a pending",
      "applying a applying",
      "settled a accepted",
      "delivered a accepted",
    ]);
  });

  it("may come, go and throw while they are called", () => {
    const errors: unknown[] = [];
    const { store, propose } = harness({}, { onError: (error) => errors.push(error) });
    const calls: string[] = [];
    store.subscribe(() => {
      calls.push("first");
      leave();
      store.subscribe(() => calls.push("late"));
      throw new Error("a listener");
    });
    const leave = store.subscribe(() => calls.push("removed"));
    store.subscribe(() => calls.push("last"));
    propose("a");
    expect(calls).toEqual(["first", "last"]);
    expect(errors).toMatchObject([{ message: "a listener" }]);
  });
});

describe("calling the store from inside its own callbacks", () => {
  it("works from a listener", () => {
    const { store, answers, propose } = harness();
    store.on("pending", ({ toolCallId }) => store.accept(toolCallId));
    store.on("settled", ({ toolCallId }) => {
      if (toolCallId === "a") propose("b", { line: "b" });
    });
    propose("a");
    expect([store.getApproval("a")?.status, store.getApproval("b")?.status]).toEqual(["accepted", "accepted"]);
    expect([answers("a").length, answers("b").length]).toEqual([1, 1]);
  });

  it("works from the sender, the write, the check, the preview and the revision reader", () => {
    const seen: string[] = [];
    const sent: ToolOutput[] = [];
    const inside = (where: string): void => {
      seen.push(where);
      store.getSnapshot();
      store.reject("other");
      store.accept("a");
      store.propose({ toolCallId: `from ${where}`, toolName: "plain", input: { where } });
    };
    const { store, propose } = harness(
      {
        validate: (input) => {
          inside("validate");
          return { ok: true, value: input as unknown as Edit };
        },
        preview: () => {
          inside("preview");
          return { before: "", after: "x" };
        },
        readRevision: () => {
          inside("readRevision");
          return "r";
        },
        apply: () => {
          inside("apply");
        },
      },
      {
        onOutput: (output) => {
          sent.push(output);
          if (output.toolCallId === "a") inside("onOutput");
        },
      },
    );
    store.registerHandler("plain", { apply: () => undefined });
    store.propose({ toolCallId: "other", toolName: "plain", input: {} });
    propose("a");
    store.accept("a");
    expect(seen).toEqual(["validate", "readRevision", "preview", "readRevision", "apply", "onOutput"]);
    expect(sent.filter(({ toolCallId }) => toolCallId === "a")).toHaveLength(1);
    expect(sent.filter(({ toolCallId }) => toolCallId === "other")).toHaveLength(1);
    expect(store.getSnapshot().pending.map(({ toolCallId }) => toolCallId)).toEqual([
      "from validate",
      "from readRevision",
      "from preview",
      "from apply",
      "from onOutput",
    ]);
  });
});

describe("dispose", () => {
  it("answers what waits, lets a write end and be answered, and refuses everything after", async () => {
    const write = deferred<undefined>();
    const { store, sent, propose } = harness({ apply: () => write.promise });
    propose("waiting", { line: "1" });
    propose("writing", { line: "2" });
    store.accept("writing");
    store.dispose();
    store.dispose();
    expect(sent).toMatchObject([{ toolCallId: "waiting", state: "output-error" }]);
    for (const call of [() => propose("new"), () => store.accept("waiting"), () => store.acquireOwner("A"), () => store.setEditPermission("manual")]) {
      expect(call).toThrow(expect.objectContaining({ code: "disposed" }));
    }
    write.resolve(undefined);
    expect(await store.whenSettled("writing")).toMatchObject({ status: "accepted" });
    await settleMicrotasks();
    expect(sent.map(({ toolCallId }) => toolCallId)).toEqual(["waiting", "writing"]);
    expect(() => store.redeliver()).toThrow(expect.objectContaining({ code: "disposed" }));
    expect(store.getSnapshot().pending).toEqual([]);
  });

  it("leaves leases that are given back later alone", () => {
    const { store } = harness();
    const release = store.acquireOwner("A");
    const unregister = store.registerHandler("t", { apply: () => undefined });
    store.dispose();
    release();
    unregister();
  });

  it("of one store does not touch another", () => {
    const [one, other] = [harness(), harness()];
    other.propose("a");
    one.store.dispose();
    expect(other.store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
  });
});

describe("the package", () => {
  it("has methods that can be taken off the store", () => {
    const { store } = harness();
    const { propose, accept, getSnapshot } = store;
    propose({ toolCallId: "a", toolName: TOOL, input: { line: "x" } });
    expect(getSnapshot().pending).toHaveLength(1);
    expect(accept("a")).toMatchObject({ result: "settled" });
  });

  it("can be warmed up as often as one likes", async () => {
    await Promise.all([init(), init()]);
    await init();
    expect(createApprovalStore({ onOutput: () => undefined }).getSnapshot().pending).toEqual([]);
  });

  it("shows a prompt as its editor does", () => {
    expect(displayPrompt({ messages: [{ role: "system", content: "Be terse." }, { role: "ai", toolCalls: [{ a: 1 }] }] })).toBe(
      'role: system\n\ncontent:\nBe terse.\n\nrole: ai\n\ntoolCalls:\n[\n  {\n    "a": 1\n  }\n]',
    );
    expect(() => displayPrompt({} as never)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("reads the clock that it is given", () => {
    const now = vi.fn<() => number>(() => 1_000);
    const { propose } = harness({}, { now });
    propose("a");
    expect(now).toHaveBeenCalled();
  });

  it("outlives a clock that throws", () => {
    const onError = vi.fn<(error: unknown) => void>();
    const { store, propose } = harness(
      {},
      {
        onError,
        now: () => {
          throw new Error("no clock");
        },
      },
    );
    propose("a");
    expect(store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
    expect(onError).toHaveBeenCalled();
  });
});
