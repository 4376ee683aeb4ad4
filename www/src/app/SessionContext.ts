import { createContext, useContext, useSyncExternalStore } from "react";
import type { Session } from "./session.ts";
import type { State } from "./state.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession needs a SessionContext above it.");
  return session;
}

/** The part of a state that a component shows. The selector must return the same thing while it is the same. */
export const useValue = <T, Part>(state: State<T>, select: (value: T) => Part): Part =>
  useSyncExternalStore(state.subscribe, () => select(state.get()));
