interface Registering {
  readonly getState: () => { readonly registeredClientActions: Readonly<Record<string, unknown>> };
  readonly subscribe: (listener: () => void) => () => void;
}

/** Resolves with whether every action of these names is registered, now or within the time. */
export async function waitForRegisteredClientActions(options: {
  readonly agentStore: Registering;
  readonly names: readonly string[];
  /** Milliseconds. Default 5,000. */
  readonly timeoutMs?: number | undefined;
}): Promise<boolean> {
  const { agentStore, names, timeoutMs = 5_000 } = options;
  const present = (): boolean => {
    const { registeredClientActions } = agentStore.getState();
    return names.every((name) => Object.hasOwn(registeredClientActions, name));
  };
  if (present()) return true;
  return new Promise((resolve) => {
    const end = (found: boolean): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(found);
    };
    const unsubscribe = agentStore.subscribe(() => {
      if (present()) end(true);
    });
    // A longer delay would end at once.
    const timer = setTimeout(() => end(false), Math.min(timeoutMs, 0x7fff_ffff));
  });
}
