/**
 * Something to measure: prepares so many runs, which is not timed, and returns them, which are. They
 * return `false` when they gave up.
 */
export type Contender = (times: number) => () => boolean | void;

/** Milliseconds of one run. */
export interface Timing {
  readonly p50: number;
  /** Absent where there were too few samples. */
  readonly p95?: number;
  readonly gaveUp?: boolean;
}

/** Chromium's clock ticks every 0.1 ms: a sample this long is off by 2 % at most. */
const SAMPLE = 5;
/** Run untimed before anything is timed. */
const WARM = 300;
/** A contender that needs longer than this for one run is run once. */
const SLOW = 1_000;
/** Samples that a 95th percentile needs. */
const FOR_P95 = 20;
/** Spent on the rounds of one case. */
const BUDGET = 1_500;

/**
 * Times the contenders in turns, so that whatever else the machine does meets all of them.
 * `effort` is the share of the usual time that is spent.
 */
export function measure<Name extends string>(contenders: Readonly<Record<Name, Contender>>, effort = 1): Record<Name, Timing> {
  const timings: Partial<Record<Name, Timing>> = {};
  const running = [];
  for (const [name, contender] of Object.entries<Contender>(contenders)) {
    const warm = warmUp(contender, effort);
    if (warm.once === undefined) running.push({ name: name as Name, contender, ...warm, samples: [] as number[] });
    else timings[name as Name] = warm.once;
  }
  const round = running.reduce((sum, { took }) => sum + took, 0);
  const least = round < 400 && effort === 1 ? FOR_P95 : 5;
  const rounds = Math.max(least, Math.min(80, (effort * BUDGET) / round));
  for (let left = rounds; left > 0; left -= 1) {
    running.push(...running.splice(0, 1));
    for (const { contender, times, samples } of running) samples.push(time(contender, times).took / times);
  }
  for (const { name, samples } of running) timings[name] = timingOf(samples);
  return timings as Record<Name, Timing>;
}

/** Finds how many runs make a sample, and lets the engine compile them. */
function warmUp(contender: Contender, effort: number): { readonly times: number; readonly took: number; readonly once?: Timing } {
  const first = time(contender, 1);
  if (first.gaveUp || first.took > SLOW) return { times: 1, took: first.took, once: { p50: first.took, gaveUp: first.gaveUp } };
  let times = 1;
  let { took } = first;
  for (let spent = 0; took < SAMPLE || spent < WARM * effort; spent += took) {
    if (took < SAMPLE) times = Math.ceil(times * Math.min(4, (1.2 * SAMPLE) / Math.max(took, 0.1)));
    ({ took } = time(contender, times));
  }
  return { times, took };
}

function time(contender: Contender, times: number): { readonly took: number; readonly gaveUp: boolean } {
  const body = contender(times);
  const from = performance.now();
  const ended = body();
  return { took: performance.now() - from, gaveUp: ended === false };
}

function timingOf(samples: readonly number[]): Timing {
  const p50 = quantile(samples, 0.5);
  return samples.length < FOR_P95 ? { p50 } : { p50, p95: quantile(samples, 0.95) };
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
