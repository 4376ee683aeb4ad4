import type { Approval } from "countersign";
import { usePage, useValue } from "../app/PageContext.ts";
import { revisionNow, targetOf, type Targets } from "./target.ts";

/** Whether a waiting change was shown for something that is not what it was then. */
export function isDrifted(approval: Approval, targets: Targets): boolean {
  const target = approval.status === "pending" ? targetOf(approval) : undefined;
  const revision = target && revisionNow(target, targets);
  return revision !== undefined && revision !== approval.expectedRevision;
}

export function useDrifted(approval: Approval): boolean {
  const page = usePage();
  const read = (): boolean => isDrifted(approval, page);
  const drifted = [useValue(page.playground, read), useValue(page.promptTools, read), useValue(page.datasets, read)];
  return drifted.includes(true);
}
