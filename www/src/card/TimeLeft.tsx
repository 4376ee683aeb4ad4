import { Icon } from "../app/Icon.tsx";
import { nearEndMs, secondsOf } from "../app/deadline.ts";
import { useTimeLeft } from "./useTimeLeft.ts";

/** What is left of a call's time. A timer is not read out while it runs; LiveRegion says the two moments that matter. */
export function TimeLeft({ until }: { readonly until: number }) {
  const leftMs = useTimeLeft(until);
  return (
    <span className="time-left" role="timer" data-near={leftMs <= nearEndMs}>
      <Icon name="clock" />
      <span>{secondsOf(leftMs)} left to answer</span>
    </span>
  );
}
