"use client";

import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { CountersignError } from "./errors.js";
import { following } from "./following.js";
import type { Tool, ToolHandler, ToolRegistry } from "./registry.js";
import type { Approval, ApprovalSnapshot, ApprovalStore, JsonValue, Preview } from "./types.js";

interface Provided {
  readonly store: ApprovalStore;
  readonly registry: ToolRegistry | undefined;
}

const ApprovalContext = createContext<Provided | undefined>(undefined);

export interface ApprovalProviderProps {
  /** Made outside of rendering; the provider never disposes of it. */
  readonly store: ApprovalStore;
  /** Where `useToolHandler` registers; without one it registers with the store. */
  readonly registry?: ToolRegistry | undefined;
  readonly children?: ReactNode;
}

/** Gives a store, and a registry, to the hooks below it. */
export function ApprovalProvider({ store, registry, children }: ApprovalProviderProps): ReactNode {
  const provided = useMemo(() => ({ store, registry }), [store, registry]);
  return createElement(ApprovalContext.Provider, { value: provided }, children);
}

function useProvided(): Provided {
  const provided = useContext(ApprovalContext);
  if (provided === undefined) throw new CountersignError("no_provider", "This hook needs an <ApprovalProvider store={…}> above it.");
  return provided;
}

/** The store of the nearest provider. */
export function useApprovalStore(): ApprovalStore {
  return useProvided().store;
}

/** One call, rendered anew when it changes and at no other time. */
export function useApproval(toolCallId: string): Approval | undefined {
  const store = useApprovalStore();
  const get = (): Approval | undefined => store.getApproval(toolCallId);
  return useSyncExternalStore(store.subscribe, get, () => undefined);
}

/**
 * What `selector` finds in the snapshot. The last result stays while `isEqual` says so, by default
 * while all its items are the same: a selector may build a new array or object every time.
 */
export function useApprovals<T>(selector: (snapshot: ApprovalSnapshot) => T, isEqual: (a: T, b: T) => boolean = shallowEqual): T {
  const store = useApprovalStore();
  const last = useRef<{ readonly value: T }>(undefined);
  const select = useMemo(() => {
    let from: ApprovalSnapshot | undefined;
    let value: T;
    return (snapshot: ApprovalSnapshot): T => {
      if (snapshot !== from) {
        const next = selector(snapshot);
        const kept = from === undefined ? last.current : { value };
        value = kept !== undefined && isEqual(kept.value, next) ? kept.value : next;
        from = snapshot;
      }
      return value;
    };
  }, [selector, isEqual]);
  const selected = useSyncExternalStore(
    store.subscribe,
    () => select(store.getSnapshot()),
    () => select(store.getServerSnapshot()),
  );
  useEffect(() => {
    last.current = { value: selected };
  }, [selected]);
  return selected;
}

function shallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (!Array.isArray(a) && Object.getPrototypeOf(a) !== Object.prototype) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(value, right.get(key)));
}

/** Holds an owner key while the component is mounted: when the last holder is gone, its calls are cancelled. */
export function useApprovalOwner(ownerKey: string): void {
  const store = useApprovalStore();
  useEffect(() => store.acquireOwner(ownerKey), [store, ownerKey]);
}

/** Answers a tool's calls while the component is mounted, always with the newest handler. */
export function useToolHandler<Input = JsonValue, P extends Preview = Preview>(
  tool: Tool<string, Input> | string,
  handler: ToolHandler<Input, P>,
): void {
  const { store, registry } = useProvided();
  const newest = useRef({ tool, handler });
  // Earlier than any effect, so that those of children find it as well.
  useInsertionEffect(() => {
    newest.current = { tool, handler };
  });
  const name = typeof tool === "string" ? tool : tool.name;
  useEffect(() => (registry ?? store).registerHandler(name, following(() => newest.current)), [registry, store, name]);
}

export { ApprovalDiff, type ApprovalDiffProps } from "./diff-view/ApprovalDiff.js";
export type { DiffView } from "./diff-view/pairs.js";
export type { DiffWords } from "./diff-view/words.js";
