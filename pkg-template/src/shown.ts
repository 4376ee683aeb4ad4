/** The key of an entry's function that gives what its card shows as two texts: the ledger compares those. */
export const SHOWN = Symbol.for("countersign.shown");
