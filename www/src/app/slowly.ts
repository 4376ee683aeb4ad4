import type { ApplyResult } from "countersign";

interface Write {
  readonly readRevision: () => string;
  readonly write: () => ApplyResult;
}

/** Writes at once, or as a server would: what is written may change meanwhile, and the write may be stopped. */
export function slowly(ms: number, signal: AbortSignal, { readRevision, write }: Write): ApplyResult | Promise<ApplyResult> {
  return ms === 0 ? write() : after(ms, signal, { readRevision, write });
}

async function after(ms: number, signal: AbortSignal, { readRevision, write }: Write): Promise<ApplyResult> {
  // In the step in which the person accepted: the revision is the one that was shown.
  const shown = readRevision();
  const stopped = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  if (stopped) return { status: "failed", errorText: "The person stopped the write before anything was written." };
  const liveRevision = readRevision();
  return liveRevision === shown ? write() : { status: "stale", liveRevision };
}
