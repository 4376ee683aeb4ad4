import { useEffect, useState } from "react";

/** Milliseconds until an instant, anew each time that a whole number of seconds is left. */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: number | undefined;
    const tick = (): void => {
      const instant = Date.now();
      setNow(instant);
      if (instant < until) timer = window.setTimeout(tick, (until - instant) % 1_000 || 1_000);
    };
    tick();
    return () => window.clearTimeout(timer);
  }, [until]);
  return Math.max(0, until - now);
}
