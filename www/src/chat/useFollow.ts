import { useEffect, type RefObject } from "react";

/**
 * Keeps the newest turn in view while its cards grow, until the person scrolls or points
 * somewhere. A new `turn` follows again.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, turn: string | undefined): void {
  useEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const observer = new ResizeObserver(() => {
      const target = content.querySelector<HTMLElement>("[data-follow=true]");
      if (target !== null) box.scrollTop = target.offsetTop - 12;
    });
    const stop = (): void => observer.disconnect();
    const signs = ["wheel", "touchstart", "pointerdown", "focusin"] as const;
    observer.observe(content);
    for (const sign of signs) box.addEventListener(sign, stop, { passive: true });
    return () => {
      stop();
      for (const sign of signs) box.removeEventListener(sign, stop);
    };
  }, [scroller, turn]);
}
