import { createContext, useContext } from "react";
import type { Page } from "./page.ts";

export { useValue } from "./useValue.ts";

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("usePage needs a PageContext above it.");
  return page;
}
