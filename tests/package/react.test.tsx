// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { type Approval, type ApprovalHandler, type ApprovalSnapshot, type ApprovalStore, createApprovalStore, type ValidationResult } from "countersign";
import { ApprovalProvider, useApproval, useApprovalOwner, useApprovals, useApprovalStore, useToolHandler } from "countersign/react";
import { createToolRegistry, defineTool } from "countersign/registry";
import { type ReactNode, startTransition, StrictMode, useEffect, useLayoutEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred, type Edit, harness, TOOL } from "./harness.ts";

afterEach(cleanup);

const idsOf = ({ pending }: ApprovalSnapshot): string[] => pending.map(({ toolCallId }) => toolCallId);

function within(store: ApprovalStore): { readonly wrapper: (props: { readonly children: ReactNode }) => ReactNode } {
  return { wrapper: ({ children }) => <ApprovalProvider store={store}>{children}</ApprovalProvider> };
}

describe("a hook without a provider", () => {
  const hooks: [string, () => unknown][] = [
    ["useApprovalStore", () => useApprovalStore()],
    ["useApproval", () => useApproval("a")],
    ["useApprovals", () => useApprovals(idsOf)],
    ["useApprovalOwner", () => useApprovalOwner("A")],
    ["useToolHandler", () => useToolHandler(TOOL, { apply: () => undefined })],
  ];
  it.each(hooks)("%s says what is missing", (_, hook) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    expect(() => renderHook(hook)).toThrow(expect.objectContaining({ code: "no_provider", message: expect.stringContaining("<ApprovalProvider store=") }));
  });
});

describe("a provider", () => {
  it("gives the store of the nearest one", () => {
    const [outer, inner] = [harness().store, harness().store];
    const found: ApprovalStore[] = [];
    function Probe(): null {
      found.push(useApprovalStore());
      return null;
    }
    render(
      <ApprovalProvider store={outer}>
        <Probe />
        <ApprovalProvider store={inner}>
          <Probe />
        </ApprovalProvider>
      </ApprovalProvider>,
    );
    expect(found).toEqual([outer, inner]);
  });

  it("with another store shows that one's calls, and follows the old one no more", () => {
    const [one, other] = [harness(), harness()];
    one.propose("a");
    other.propose("b");
    let renders = 0;
    function Probe(): ReactNode {
      renders += 1;
      return useApprovals(idsOf).join();
    }
    const tree = (store: ApprovalStore): ReactNode => (
      <ApprovalProvider store={store}>
        <Probe />
      </ApprovalProvider>
    );
    const { container, rerender } = render(tree(one.store));
    expect(container.textContent).toBe("a");
    rerender(tree(other.store));
    expect(container.textContent).toBe("b");
    renders = 0;
    act(() => {
      one.propose("c");
    });
    expect([renders, container.textContent]).toEqual([0, "b"]);
    act(() => {
      other.propose("d");
    });
    expect(container.textContent).toBe("b,d");
  });

  it("never disposes of a store: a real unmount and hot reload leave it alive", () => {
    const { store, propose } = harness();
    const { unmount } = render(
      <StrictMode>
        <ApprovalProvider store={store} />
      </StrictMode>,
    );
    unmount();
    propose("a");
    expect(store.accept("a")).toMatchObject({ result: "settled" });
  });
});

describe("useApproval", () => {
  it("renders anew when its own call changes, and at no other time", () => {
    const { store, propose } = harness();
    const seen: (string | undefined)[] = [];
    renderHook(() => seen.push(useApproval("mine")?.status), within(store));
    const others = Array.from({ length: 100 }, (_, index) => `other ${index}`);
    for (const id of others) act(() => void propose(id, { line: id }));
    expect(seen).toEqual([undefined]);
    act(() => void propose("mine"));
    for (const id of others) act(() => void store.reject(id));
    act(() => store.setEditPermission("bypass"));
    expect(seen).toEqual([undefined, "pending"]);
    act(() => void store.accept("mine"));
    expect(seen).toEqual([undefined, "pending", "accepted"]);
  });

  it("follows another id as soon as it is given one", () => {
    const { store, propose } = harness();
    propose("a");
    propose("b");
    store.reject("b");
    const { result, rerender } = renderHook(({ id }) => useApproval(id)?.status, { ...within(store), initialProps: { id: "a" } });
    expect(result.current).toBe("pending");
    rerender({ id: "b" });
    expect(result.current).toBe("rejected");
    rerender({ id: "__proto__" });
    expect(result.current).toBeUndefined();
  });

  it("shows each step of a write that takes its time", async () => {
    const write = deferred<undefined>();
    const { store, propose } = harness({ apply: () => write.promise });
    propose("a");
    const { result } = renderHook(() => useApproval("a"), within(store));
    act(() => void store.accept("a"));
    expect(result.current?.status).toBe("applying");
    await act(async () => {
      write.resolve(undefined);
      await store.whenSettled("a");
    });
    expect(result.current).toMatchObject({ status: "accepted", delivery: "delivered" });
  });
});

describe("useApprovals", () => {
  it("rule 42: a selector that builds a new array each time does not loop, and renders only when an item changes", () => {
    const { store, propose } = harness();
    const seen: string[][] = [];
    renderHook(() => seen.push(useApprovals(idsOf)), within(store));
    act(() => void propose("a"));
    act(() => store.present("a"));
    act(() => void store.edit("a", { line: "edited" }));
    act(() => store.setEditPermission("bypass"));
    expect(seen).toEqual([[], ["a"]]);
    act(() => void store.reject("a"));
    expect(seen).toEqual([[], ["a"], []]);
  });

  it("rule 42: a selector that is written inline does not loop either, and its result stays while its items do", () => {
    const { store, propose } = harness();
    const error = vi.spyOn(console, "error");
    const results: string[][] = [];
    const { rerender } = renderHook(() => results.push(useApprovals(({ pending }) => pending.map(({ toolCallId }) => toolCallId))), within(store));
    rerender();
    act(() => void propose("a"));
    act(() => store.present("a"));
    rerender();
    act(() => void propose("b"));
    expect(results).toEqual([[], [], ["a"], ["a"], ["a", "b"]]);
    expect([results[1], results[3]]).toEqual([results[0], results[2]]);
    expect(results[1]).toBe(results[0]);
    expect(results[3]).toBe(results[2]);
    expect(error).not.toHaveBeenCalled();
  });

  it("compares objects by their members, and anything else by identity", () => {
    const { store, propose } = harness();
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useApprovals(({ pending, editPermission }) => ({ count: pending.length, editPermission }));
    }, within(store));
    act(() => void propose("a"));
    act(() => store.present("a"));
    expect([renders, result.current]).toEqual([2, { count: 1, editPermission: "manual" }]);
    const whole = renderHook(() => useApprovals((snapshot) => new Map(snapshot.approvals)), within(store));
    act(() => void store.reject("a"));
    expect(whole.result.current.get("a")?.status).toBe("rejected");
  });

  const pairs: [string, unknown, unknown][] = [
    ["members of other names", { a: undefined }, { b: undefined }],
    ["one item more", [1], [1, 2]],
    ["one item less", [1, 2], [1]],
    ["an object and an array", { 0: 1 }, [1]],
    ["nothing and an object", null, {}],
    ["absent and nothing", undefined, null],
    ["two dates of one time", new Date(0), new Date(0)],
    ["two maps", new Map(), new Map()],
    ["a number and its words", 1, "1"],
  ];
  it.each(pairs)("tells apart %s", (_, first, second) => {
    const { store, propose } = harness();
    let selection = first;
    const { result } = renderHook(() => useApprovals(() => selection), within(store));
    selection = second;
    act(() => void propose("a"));
    expect(result.current).toBe(second);
  });

  it("renders when `isEqual` says so", () => {
    const { store, propose } = harness();
    const sameNumber = (a: readonly Approval[], b: readonly Approval[]): boolean => a.length === b.length;
    const seen: number[] = [];
    renderHook(() => seen.push(useApprovals(({ pending }) => pending, sameNumber).length), within(store));
    act(() => void propose("a"));
    act(() => store.present("a"));
    act(() => void store.edit("a", { line: "edited" }));
    act(() => void propose("b"));
    expect(seen).toEqual([0, 1, 2]);
  });

  it("follows what its selector closes over", () => {
    const { store, propose } = harness();
    propose("a");
    propose("b");
    const { result, rerender } = renderHook(({ id }) => useApprovals(({ approvals }) => approvals.get(id)?.toolCallId), {
      ...within(store),
      initialProps: { id: "a" },
    });
    rerender({ id: "b" });
    expect(result.current).toBe("b");
  });
});

describe("what is on the screen", () => {
  it("rule 43: deciding, mounting and unmounting because of a change works", () => {
    const { store, propose, document: written, answers } = harness();
    function AcceptAtOnce({ toolCallId }: { readonly toolCallId: string }): ReactNode {
      const { accept } = useApprovalStore();
      useEffect(() => void accept(toolCallId), [accept, toolCallId]);
      return <p>{useApproval(toolCallId)?.status}</p>;
    }
    function List(): ReactNode {
      return useApprovals(idsOf).map((id) => <AcceptAtOnce key={id} toolCallId={id} />);
    }
    const { container } = render(
      <StrictMode>
        <ApprovalProvider store={store}>
          <List />
        </ApprovalProvider>
      </StrictMode>,
    );
    const hear = store.subscribe(() => {
      hear();
      propose("b", { line: "b" });
    });
    act(() => void propose("a", { line: "a" }));
    expect([container.textContent, written.writes]).toEqual(["", 1]);
    // "b" was proposed for the text that "a" has replaced since.
    expect([answers("a"), answers("b")]).toMatchObject([[{ state: "output-available" }], [{ state: "output-error" }]]);
  });

  it("rule 45: actions work when they are taken off the store", () => {
    const { store, propose } = harness();
    propose("a");
    propose("b");
    function Buttons(): ReactNode {
      const { accept, reject, present } = useApprovalStore();
      return (
        <>
          <button type="button" onClick={() => accept("a")}>
            accept
          </button>
          <button type="button" onClick={() => reject("b")}>
            reject
          </button>
          <button type="button" onClick={() => present("a")}>
            present
          </button>
        </>
      );
    }
    render(<Buttons />, within(store));
    for (const name of ["present", "accept", "reject"]) act(() => screen.getByText(name).click());
    expect([store.getApproval("a"), store.getApproval("b")]).toMatchObject([{ status: "accepted", presented: true }, { status: "rejected" }]);
  });

  it("is never torn: a change in the middle of a transition shows everywhere or nowhere", async () => {
    const { store, propose } = harness();
    propose("a");
    const committed: string[][] = [];
    const done = deferred<undefined>();
    let started = 0;
    let show: () => void = () => undefined;
    const changed = deferred<undefined>();
    function Slow(): ReactNode {
      const text = useApprovals(idsOf).join();
      const until = performance.now() + 6;
      // Longer than React's slice of 5 ms: it lets other tasks run before it goes on.
      while (performance.now() < until);
      started += 1;
      if (started === 3) {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          propose("b");
          port1.close();
          changed.resolve(undefined);
        });
        port1.start();
        port2.postMessage("change");
      }
      return <li>{text}</li>;
    }
    function Tree(): ReactNode {
      const [shown, setShown] = useState(false);
      show = () => setShown(true);
      useLayoutEffect(() => {
        committed.push([...window.document.querySelectorAll("li")].map(({ textContent }) => textContent));
        if (shown) done.resolve(undefined);
      });
      return shown ? Array.from({ length: 8 }, (_, index) => <Slow key={index} />) : null;
    }
    const container = window.document.body.appendChild(window.document.createElement("ul"));
    const root = createRoot(container);
    root.render(
      <ApprovalProvider store={store}>
        <Tree />
      </ApprovalProvider>,
    );
    await vi.waitFor(() => expect(committed).toHaveLength(1));
    startTransition(show);
    await Promise.all([changed.promise, done.promise]);
    for (const items of committed) expect(new Set(items).size).toBeLessThanOrEqual(1);
    expect([...container.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(Array.from({ length: 8 }, () => "a,b"));
    expect(started).toBeGreaterThan(8);
    root.unmount();
    container.remove();
  });

  it("hydrates without a warning from what the server made, then shows what is there", async () => {
    const { store, propose } = harness();
    propose("a");
    function Probe(): ReactNode {
      return (
        <p>
          {useApprovals(idsOf).join()} {useApproval("a")?.status ?? "none"}
        </p>
      );
    }
    const tree = (
      <StrictMode>
        <ApprovalProvider store={store}>
          <Probe />
        </ApprovalProvider>
      </StrictMode>
    );
    const container = window.document.createElement("div");
    container.innerHTML = renderToString(tree);
    expect(container.textContent).toBe(" none");
    const [complaint, recovered] = [vi.spyOn(console, "error"), vi.fn<(error: unknown) => void>()];
    const root = await act(() => Promise.resolve(hydrateRoot(container, tree, { onRecoverableError: recovered })));
    expect(container.textContent).toBe("a pending");
    for (const spy of [complaint, recovered]) expect(spy).not.toHaveBeenCalled();
    act(() => root.unmount());
  });
});

describe("useApprovalOwner", () => {
  const owned = { ownerKey: ({ line }: Edit) => line };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const statuses = (store: ApprovalStore, ...ids: string[]): unknown[] => {
    act(() => void vi.advanceTimersByTime(50));
    return ids.map((id) => store.getApproval(id)?.status);
  };
  function Editor({ name }: { readonly name: string }): null {
    useApprovalOwner(name);
    return null;
  }

  it("rule 25: StrictMode's extra unmount cancels nothing", () => {
    const { store, propose, sent } = harness(owned);
    const release = store.acquireOwner("A");
    propose("a", { line: "A" });
    const effects: string[] = [];
    function Probe(): null {
      useEffect(() => {
        effects.push("mount");
        return () => void effects.push("unmount");
      }, []);
      return null;
    }
    render(
      <StrictMode>
        <ApprovalProvider store={store}>
          <Editor name="A" />
          <Probe />
        </ApprovalProvider>
      </StrictMode>,
    );
    release();
    expect(effects).toEqual(["mount", "unmount", "mount"]);
    expect(statuses(store, "a")).toEqual(["pending"]);
    expect(sent).toEqual([]);
  });

  it.each([true, false])("rule 25: a real unmount cancels what it owns and nothing else (StrictMode: %s)", (strict) => {
    const { store, propose, answers } = harness(owned);
    const tree = (...names: string[]): ReactNode => {
      const editors = (
        <ApprovalProvider store={store}>
          {names.map((name) => (
            <Editor key={name} name={name} />
          ))}
        </ApprovalProvider>
      );
      return strict ? <StrictMode>{editors}</StrictMode> : editors;
    };
    const { rerender, unmount } = render(tree("A", "B"));
    propose("a1", { line: "A" });
    propose("a2", { line: "A" });
    propose("b", { line: "B" });
    store.registerHandler("free", { apply: () => undefined });
    store.propose({ toolCallId: "free", toolName: "free", input: {} });
    rerender(tree("B"));
    expect(statuses(store, "a1", "a2", "b", "free")).toEqual(["cancelled", "cancelled", "pending", "pending"]);
    expect([answers("a1").length, answers("a2").length, answers("b").length]).toEqual([1, 1, 0]);
    unmount();
    expect(statuses(store, "b", "free")).toEqual(["cancelled", "pending"]);
  });

  it("of two editors with one key, the last to close cancels", () => {
    const { store, propose } = harness(owned);
    const tree = (...keys: string[]): ReactNode => (
      <StrictMode>
        <ApprovalProvider store={store}>
          {keys.map((key) => (
            <Editor key={key} name="A" />
          ))}
        </ApprovalProvider>
      </StrictMode>
    );
    const { rerender } = render(tree("one", "two"));
    propose("a", { line: "A" });
    rerender(tree("two"));
    expect(statuses(store, "a")).toEqual(["pending"]);
    rerender(tree("three"));
    expect(statuses(store, "a")).toEqual(["pending"]);
    rerender(tree());
    expect(statuses(store, "a")).toEqual(["cancelled"]);
  });

  it("with another key moves its lease", () => {
    const { store, propose } = harness(owned);
    const { rerender } = render(<Editor name="A" />, within(store));
    store.acquireOwner("B");
    propose("a", { line: "A" });
    propose("b", { line: "B" });
    rerender(<Editor name="B" />);
    expect(statuses(store, "a", "b")).toEqual(["cancelled", "pending"]);
    rerender(<Editor name="B" />);
    expect(statuses(store, "b")).toEqual(["pending"]);
  });

  it("with another store moves its lease there", () => {
    const [one, other] = [harness(owned), harness(owned)];
    const tree = (store: ApprovalStore): ReactNode => (
      <ApprovalProvider store={store}>
        <Editor name="A" />
      </ApprovalProvider>
    );
    const { rerender } = render(tree(one.store));
    one.propose("a", { line: "A" });
    rerender(tree(other.store));
    other.propose("a", { line: "A" });
    expect([statuses(one.store, "a"), statuses(other.store, "a")]).toEqual([["cancelled"], ["pending"]]);
  });

  it("lets a write end that runs when its editor closes", async () => {
    const write = deferred<undefined>();
    const { store, propose } = harness({ ...owned, apply: () => write.promise });
    const { unmount } = render(<Editor name="A" />, within(store));
    propose("a", { line: "A" });
    store.accept("a");
    unmount();
    expect(statuses(store, "a")).toEqual(["applying"]);
    write.resolve(undefined);
    expect(await store.whenSettled("a")).toMatchObject({ status: "accepted" });
  });

  it("unmounts quietly after its store was disposed of", () => {
    const { store } = harness(owned);
    const { unmount } = render(<Editor name="A" />, within(store));
    store.dispose();
    unmount();
  });
});

const lineTool = defineTool({
  name: "line",
  validate: (input): ValidationResult<Edit> => {
    const line = typeof input === "object" && input !== null && "line" in input ? input["line"] : undefined;
    return typeof line === "string" ? { ok: true, value: { line } } : { ok: false, errorText: "`line` must be a text." };
  },
});

describe.each([
  ["with a registry", true],
  ["without a registry", false],
])("useToolHandler %s", (_, withRegistry) => {
  function setUp(strict = true) {
    const { store, sent, answers } = harness();
    const registry = createToolRegistry({ store, tools: [lineTool] });
    const log: string[] = [];
    const tree = (children: ReactNode): ReactNode => {
      const provided = (
        <ApprovalProvider store={store} {...(withRegistry ? { registry } : {})}>
          {children}
        </ApprovalProvider>
      );
      return strict ? <StrictMode>{provided}</StrictMode> : provided;
    };
    let made = 0;
    const call = (toolCallId = `call ${(made += 1)}`, input: unknown = { line: "x" }): string | undefined => {
      store.propose({ toolCallId, toolName: lineTool.name, input });
      return store.getApproval(toolCallId)?.status === "pending" ? store.accept(toolCallId).result : store.getApproval(toolCallId)?.status;
    };
    return { store, sent, answers, log, tree, call };
  }
  type Log = string[];
  const logging = (log: Log, name: string): Omit<ApprovalHandler<Edit>, "validate"> => ({ apply: ({ line }) => void log.push(`${name} wrote ${line}`) });
  function ByTool({ log, name }: { readonly log: Log; readonly name: string }): null {
    useToolHandler(lineTool, logging(log, name));
    return null;
  }
  function ByName({ log, name }: { readonly log: Log; readonly name: string }): null {
    useToolHandler<Edit>("line", logging(log, name));
    return null;
  }

  it.each([
    ["its tool", ByTool],
    ["its name", ByName],
  ])("answers calls by %s while it is mounted", (_, Handler) => {
    const { log, tree, call } = setUp();
    const { rerender } = render(tree(<Handler log={log} name="it" />));
    expect(call()).toBe("settled");
    rerender(tree(null));
    expect(call()).toBe("invalid");
    expect(log).toEqual(["it wrote x"]);
  });

  it("checks the input by its tool", () => {
    const { store, log, tree, call } = setUp();
    render(tree(<ByTool log={log} name="it" />));
    expect(call("bad", { line: 5 })).toBe("invalid");
    expect(store.getApproval("bad")?.outcome).toMatchObject({ code: "invalid_input", errorText: "`line` must be a text." });
    expect(log).toEqual([]);
  });

  it("runs the newest handler, which closes over the newest state", () => {
    const { log, tree, call } = setUp();
    let count: () => void = () => undefined;
    function Counter(): ReactNode {
      const [counted, setCounted] = useState(0);
      count = () => setCounted((before) => before + 1);
      useToolHandler(lineTool, { apply: () => void log.push(`at ${counted}`) });
      return counted;
    }
    render(tree(<Counter />));
    call();
    act(count);
    act(count);
    call();
    expect(log).toEqual(["at 0", "at 2"]);
  });

  it("runs the newest handler for a call that was proposed before", () => {
    const { store, log, tree } = setUp();
    const { rerender } = render(tree(<ByTool log={log} name="old" />));
    store.propose({ toolCallId: "a", toolName: "line", input: { line: "x" } });
    rerender(tree(<ByTool log={log} name="new" />));
    store.accept("a");
    expect(log).toEqual(["new wrote x"]);
  });

  it("takes up and drops optional callbacks from one render to the next", () => {
    const { store, tree } = setUp();
    function Handler({ revision }: { readonly revision: string | undefined }): null {
      useToolHandler(lineTool, {
        ...(revision === undefined ? {} : { readRevision: () => revision, preview: () => ({ before: "", after: revision }) }),
        apply: () => undefined,
      });
      return null;
    }
    const { rerender } = render(tree(<Handler revision={undefined} />));
    const propose = (toolCallId: string): Approval | undefined => {
      store.propose({ toolCallId, toolName: "line", input: { line: "x" } });
      return store.getApproval(toolCallId);
    };
    expect(propose("a")?.expectedRevision).toBeUndefined();
    rerender(tree(<Handler revision="r1" />));
    expect(propose("b")).toMatchObject({ expectedRevision: "r1", preview: { after: "r1" } });
    rerender(tree(<Handler revision={undefined} />));
    expect(propose("c")?.expectedRevision).toBeUndefined();
  });

  it("gives a handler to the effects of its own commit, the children's too", () => {
    const { store, log, tree } = setUp(false);
    function Child({ id }: { readonly id: string }): null {
      useEffect(() => {
        store.propose({ toolCallId: id, toolName: "line", input: { line: id } });
        if (store.getApproval(id)?.status === "pending") store.accept(id);
      }, [id]);
      return null;
    }
    function Parent({ id }: { readonly id: string }): ReactNode {
      useToolHandler(lineTool, logging(log, id));
      return <Child id={id} />;
    }
    const { rerender } = render(tree(<Parent id="first" />));
    rerender(tree(<Parent id="second" />));
    expect(log).toContain("second wrote second");
  });

  it("takes a frozen handler, and another one after it", () => {
    const { log, tree, call } = setUp();
    function Handler({ name }: { readonly name: string }): null {
      useToolHandler(lineTool, Object.freeze(logging(log, name)));
      return null;
    }
    const { rerender } = render(tree(<Handler name="old" />));
    call();
    rerender(tree(<Handler name="new" />));
    call();
    expect(log).toEqual(["old wrote x", "new wrote x"]);
  });

  it("takes an object of a class, with its private fields", () => {
    const { log, tree, call, store } = setUp();
    class Writer {
      readonly #name = "its own";
      preview({ line }: Edit): { before: string; after: string } {
        return { before: this.#name, after: line };
      }
      apply({ line }: Edit): void {
        log.push(`${this.#name} ${line}`);
      }
    }
    const writer = new Writer();
    function Handler(): null {
      useToolHandler(lineTool, writer);
      return null;
    }
    render(tree(<Handler />));
    expect(call("a")).toBe("settled");
    expect(store.getApproval("a")).toMatchObject({ status: "accepted", preview: { before: "its own" } });
    expect(log).toEqual(["its own x"]);
  });

  it("rule 26: an unmount ends its own registration and no other", () => {
    const { log, tree, call } = setUp();
    const both = (first: boolean, second: boolean): ReactNode =>
      tree(
        <>
          {first && <ByTool key="1" log={log} name="first" />}
          {second && <ByTool key="2" log={log} name="second" />}
        </>,
      );
    const { rerender } = render(both(true, true));
    call();
    rerender(both(false, true));
    call();
    rerender(both(true, true));
    call();
    rerender(both(true, false));
    rerender(both(false, true));
    call();
    rerender(both(false, false));
    expect(call()).toBe("invalid");
    expect(log).toEqual(["second wrote x", "second wrote x", "first wrote x", "second wrote x"]);
  });

  it("rule 26: an unmount leaves what waits; it can be rejected, and accepted when a handler is back", () => {
    const { store, log, tree } = setUp();
    const { rerender } = render(tree(<ByTool log={log} name="it" />));
    for (const toolCallId of ["a", "b"]) store.propose({ toolCallId, toolName: "line", input: { line: toolCallId } });
    rerender(tree(null));
    expect(store.accept("a")).toMatchObject({ code: "handler_missing" });
    expect(store.reject("b")).toMatchObject({ result: "settled" });
    rerender(tree(<ByTool log={log} name="back" />));
    expect(store.accept("a")).toMatchObject({ outcome: { status: "accepted" } });
    expect(log).toEqual(["back wrote a"]);
  });

  it("registers once: re-renders neither end nor renew its lease", () => {
    const { store, log, tree, call } = setUp(false);
    const { rerender } = render(tree(<ByTool log={log} name="mounted" />));
    store.registerHandler<Edit>("line", logging(log, "later"));
    rerender(tree(<ByTool log={log} name="mounted again" />));
    call();
    expect(log).toEqual(["later wrote x"]);
  });
});

describe("useToolHandler", () => {
  it("complains of a tool that its registry does not know", () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const store = createApprovalStore({ onOutput: () => undefined });
    const registry = createToolRegistry({ store, tools: [] });
    expect(() =>
      renderHook(() => useToolHandler("nope", { apply: () => undefined }), {
        wrapper: ({ children }) => (
          <ApprovalProvider store={store} registry={registry}>
            {children}
          </ApprovalProvider>
        ),
      }),
    ).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});
