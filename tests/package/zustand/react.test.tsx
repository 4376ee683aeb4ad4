// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type AgentSlice, createAgentSlice } from "countersign/zustand";
import { StrictMode } from "react";
import { useZustand } from "use-zustand";
import { afterEach, describe, expect, it } from "vitest";
import { create, useStore } from "zustand";
import { agent, type AgentStore, bind, DATASETS } from "./harness.ts";

afterEach(cleanup);

type Hook = <T>(store: AgentStore, selector: (state: AgentSlice) => T) => T;

const hooks: readonly (readonly [string, Hook])[] = [
  ["useStore", (store, selector) => useStore(store, selector)],
  ["use-zustand", (store, selector) => useZustand(store, selector)],
];

describe.each(hooks)("with %s, in StrictMode", (name, use) => {
  function show(store: AgentStore) {
    const renders = { list: 0, mode: 0 };
    function Card({ toolCallId }: { readonly toolCallId: string }) {
      const entry = use(store, (state) => state[DATASETS][toolCallId]);
      if (entry === undefined) return null;
      return (
        <p>
          {entry.toolName} {toolCallId}
          <button onClick={() => void entry.accept?.()}>Accept {toolCallId}</button>
          <button onClick={() => void entry.reject?.()}>Reject {toolCallId}</button>
        </p>
      );
    }
    function Cards() {
      renders.list += 1;
      const map = use(store, (state) => state[DATASETS]);
      return Object.keys(map).map((toolCallId) => <Card key={toolCallId} toolCallId={toolCallId} />);
    }
    function Mode() {
      renders.mode += 1;
      return <b>{use(store, (state) => state.permissions.edits)}</b>;
    }
    render(
      <StrictMode>
        <Cards />
        <Mode />
      </StrictMode>,
    );
    return renders;
  }

  it("shows calls of both ways, which a click decides once", async () => {
    const app = agent();
    app.store.registerHandler("delete_dataset", { apply: () => undefined });
    const renders = show(app.agentStore);
    const modes = renders.mode;
    act(() => {
      app.set(DATASETS, "own", bind(app, "own"));
      app.store.propose({ toolCallId: "proposed", toolName: "delete_dataset", input: {} });
    });
    const [own, proposed] = [screen.getByText("Accept own"), screen.getByText("Accept proposed")];
    await act(async () => {
      fireEvent.click(own);
      fireEvent.click(proposed);
      fireEvent.click(proposed);
    });
    expect(screen.queryByRole("button")).toBeNull();
    expect(app.sent.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(["own", "proposed"]);
    // The other hook renders before it looks.
    expect(name === "useStore" ? renders.mode : modes).toBe(modes);
  });

  it("follows the store's mode", () => {
    const app = agent();
    show(app.agentStore);
    expect(screen.getByText("manual")).toBeDefined();
    act(() => app.store.setEditPermission("bypass"));
    expect(screen.getByText("bypass")).toBeDefined();
  });
});

it("is a hook of its own by create", async () => {
  const app = agent();
  const useAgent = create<AgentSlice>()(createAgentSlice({ store: app.store }));
  const Count = () => <i>{useAgent((state) => Object.keys(state[DATASETS]).length)}</i>;
  render(<Count />);
  act(() => useAgent.getState().setPendingDatasetWrite("a", { toolCallId: "a" }));
  expect(screen.getByText("1")).toBeDefined();
});
