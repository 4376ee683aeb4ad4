import { createState, type State } from "./state.ts";

/** A part of the page that this tab keeps over a reload. */
export interface StoredPart<Name extends string> {
  readonly name: Name;
  readonly write: () => string;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Why the next reload would begin anew, or this one did. */
export type StorageTrouble = "dropped" | "failed";

/** What this tab keeps over a reload: in its session storage, so that no other tab answers the same calls. */
export interface PageStorage<Name extends string> extends Pick<State<StorageTrouble | undefined>, "get" | "subscribe"> {
  readonly read: () => Partial<Record<Name, string>>;
  /** Throws away what was read, which is of no use. */
  readonly drop: () => void;
  /** Writes each part whenever it has changed, at the end of the step that changed it. */
  readonly keep: (parts: readonly StoredPart<Name>[]) => void;
  /** Forgets everything and loads the page anew. */
  readonly startOver: () => void;
}

const keyOf = (name: string): string => `countersign.${name}`;

/** Keeps the parts of these names. */
export function createPageStorage<Name extends string>(names: readonly Name[]): PageStorage<Name> {
  const trouble = createState<StorageTrouble | undefined>(undefined);
  let releases: readonly (() => void)[] = [];

  const clear = (): void => {
    try {
      for (const name of names) sessionStorage.removeItem(keyOf(name));
    } catch {
      // A browser that denies its storage has nothing in it.
    }
  };
  const fail = (): void => {
    for (const release of releases) release();
    trouble.update(() => "failed");
    // An older copy would ask again what was answered since.
    clear();
  };

  return {
    ...trouble,
    read: () => {
      try {
        const found = names.map((name) => [name, sessionStorage.getItem(keyOf(name))] as const);
        return Object.fromEntries(found.filter(([, text]) => text !== null)) as Partial<Record<Name, string>>;
      } catch {
        return {};
      }
    },
    drop: () => {
      clear();
      trouble.update(() => "dropped");
    },
    keep: (parts) => {
      const changed = new Set<StoredPart<Name>>();
      const write = (): void => {
        try {
          for (const part of changed) sessionStorage.setItem(keyOf(part.name), part.write());
        } catch {
          fail();
        }
        changed.clear();
      };
      const note = (part: StoredPart<Name>): void => {
        if (changed.size === 0) queueMicrotask(write);
        changed.add(part);
      };
      releases = parts.map((part) => part.subscribe(() => note(part)));
      for (const part of parts) note(part);
    },
    startOver: () => {
      for (const release of releases) release();
      clear();
      location.reload();
    },
  };
}
