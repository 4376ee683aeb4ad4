import { createContext, useContext, useSyncExternalStore } from "react";
import type { Page } from "./page.ts";
import type { State } from "./state.ts";

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("usePage needs a PageContext above it.");
  return page;
}

/** The part of a state that a component shows. The selector must return the same thing while it is the same. */
export const useValue = <T, Part>(state: Pick<State<T>, "get" | "subscribe">, select: (value: T) => Part): Part =>
  useSyncExternalStore(state.subscribe, () => select(state.get()));
