import { useSyncExternalStore } from "react";
import type { State } from "./state.ts";

/** The part of a state that a component shows. The selector must return the same thing while it is the same. */
export const useValue = <T, Part>(state: Pick<State<T>, "get" | "subscribe">, select: (value: T) => Part): Part =>
  useSyncExternalStore(state.subscribe, () => select(state.get()));
