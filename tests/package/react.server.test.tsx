import type { ApprovalSnapshot, ApprovalStore } from "countersign";
import { ApprovalProvider, useApproval, useApprovalOwner, useApprovals, useApprovalStore, useToolHandler } from "countersign/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { harness, TOOL } from "./harness.ts";

/** The store as rendering may use it: anything but the server snapshot is a fault. */
function onServer(store: ApprovalStore): ApprovalStore {
  return new Proxy({} as ApprovalStore, {
    get: (_, member) => {
      if (member === "getServerSnapshot") return store.getServerSnapshot;
      return () => {
        throw new Error(`${String(member)} was called while rendering on a server`);
      };
    },
  });
}

function Page({ seen }: { readonly seen: ApprovalSnapshot[] }): ReactNode {
  useApprovalStore();
  useApprovalOwner("A");
  useToolHandler(TOOL, { apply: () => undefined });
  const ids = useApprovals((snapshot) => {
    seen.push(snapshot);
    return snapshot.pending.map(({ toolCallId }) => toolCallId);
  });
  const editPermission = useApprovals((snapshot) => snapshot.editPermission);
  return `${ids.length} pending, ${editPermission}, ${useApproval("a")?.status ?? "no call"}`;
}

describe("rule 44: rendering on a server", () => {
  it("shows the empty snapshot, which is one constant, whatever the store holds", () => {
    const [one, other] = [harness({}, { editPermission: "bypass" }), harness()];
    other.propose("a");
    const seen: ApprovalSnapshot[] = [];
    for (const { store } of [one, other, one]) {
      const html = renderToString(
        <ApprovalProvider store={onServer(store)}>
          <Page seen={seen} />
        </ApprovalProvider>,
      );
      expect(html).toBe("0 pending, manual, no call");
    }
    expect(new Set(seen)).toEqual(new Set([one.store.getServerSnapshot()]));
    expect([...new Set(seen)]).toHaveLength(1);
  });

  it("touches no wasm, no timer and no global of a browser", () => {
    const { store } = harness();
    const page = (
      <ApprovalProvider store={onServer(store)}>
        <Page seen={[]} />
      </ApprovalProvider>
    );
    const touched: string[] = [];
    const forbidden = (name: string): unknown =>
      new Proxy(() => undefined, {
        apply: () => touched.push(name),
        construct: () => {
          touched.push(name);
          return {};
        },
        get: () => touched.push(name),
        has: () => {
          touched.push(name);
          return false;
        },
      });
    for (const name of ["window", "document", "localStorage", "WebAssembly", "atob", "setTimeout", "setInterval", "queueMicrotask", "fetch"]) {
      vi.stubGlobal(name, forbidden(name));
    }
    try {
      renderToString(page);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(touched).toEqual([]);
  });
});
