import { createState, type State } from "../../app/state.ts";

/** The server behind the surfaces: later than the page, and as late as the person wants. */
export interface Server {
  readonly isHeld: State<boolean>;
  /** Does the work when the server answers. */
  readonly ask: <T>(work: () => T) => Promise<T>;
}

export function createServer(): Server {
  const isHeld = createState(false);
  const released = (): Promise<void> =>
    new Promise((resolve) => {
      if (!isHeld.get()) return resolve();
      const release = isHeld.subscribe(() => {
        if (isHeld.get()) return;
        release();
        resolve();
      });
    });
  return {
    isHeld,
    ask: async (work) => {
      await released();
      return work();
    },
  };
}
