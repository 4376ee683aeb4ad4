/** What the person can ask for, in milliseconds. */
export const deadlineMs = 30_000;

/** When little time is left, in milliseconds. */
export const nearEndMs = 10_000;

export function secondsOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
