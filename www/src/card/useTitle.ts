import type { Approval } from "countersign";
import { usePage, useValue } from "../app/PageContext.ts";
import { titleOf } from "./words.ts";

/** The title of a call, as long as what it names may change. */
export function useTitle(approval: Approval): string {
  const page = usePage();
  const read = (): string => titleOf(approval, page);
  useValue(page.datasets, read);
  return useValue(page.playground, read);
}
