import { useLayoutEffect, type RefObject } from "react";

/** Tells when an element leaves the page while the focus is inside it. */
export function useFocusLost(element: RefObject<HTMLElement | null>, onFocusLost: () => void): void {
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (node?.contains(document.activeElement)) onFocusLost();
    };
  }, [element, onFocusLost]);
}
