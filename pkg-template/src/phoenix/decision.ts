import type { Claim, Decided } from "../claim.js";
import { wordsOf } from "../errors.js";
import { attempt, isPromise, type Maybe } from "../maybe.js";
import type { JsonValue, ToolOutput } from "../types.js";

/** Takes a call's answer: the chat's own `addToolOutput`. */
export type AddToolOutput = (output: ToolOutput) => unknown;

/** The one decision of an entry: the first that is begun. Every later one gets its promise. */
export type Decide = (decided: Decided, begin: () => Maybe<ToolOutput>) => Promise<void>;

interface Subject {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly addToolOutput: AddToolOutput;
  /** Where the entry waits: one object for the life of that place, which knows one entry for each id. */
  readonly place: object;
  /** Takes the entry out of its place. */
  readonly clear: () => unknown;
  /** The words of a write that threw. Default: the error's own. */
  readonly failed?: ((thrown: unknown) => string) | undefined;
}

/**
 * Makes the one decision of an entry, and its claim. Begun, it takes the entry out of its place before it
 * returns, and sends one answer, also when what was begun throws. Later ones do nothing; only an answer that
 * could not be sent is sent again. An entry that was put in anew under its id, or was withdrawn, decides nothing
 * any more; nor does one of an id that is decided in its place already.
 */
export function createDecision({ toolCallId, toolName, addToolOutput, place, clear, failed = wordsOf }: Subject): { readonly decide: Decide; readonly claim: Claim } {
  const claims = claimsIn(place);
  let state: "open" | "decided" | "over" = "open";
  let decided: Decided | undefined;
  let made: ToolOutput | undefined;
  let sending: Promise<void> | undefined;
  let failedToSend = false;
  let decision: Promise<void> | undefined;
  const [output, give] = promised<ToolOutput | undefined>();

  const end = (): void => {
    state = "over";
    give(undefined);
    if (claims.get(toolCallId) === claim) claims.delete(toolCallId);
  };

  const send = async (): Promise<void> => {
    if (state !== "decided" || made === undefined) return;
    failedToSend = false;
    try {
      await addToolOutput(made);
      end();
    } catch (thrown) {
      failedToSend = true;
      throw thrown;
    }
  };

  const make = (answer: ToolOutput): void => {
    made = answer;
    give(answer);
  };

  const sent = async (): Promise<void> => {
    await output;
    await sending;
  };

  const sendAgain = (): Promise<void> => {
    if (failedToSend) decision = sending = send();
    return sent();
  };

  const claim: Claim = { state: () => state, decided: () => decided, output, made: () => made, sent, sendAgain, withdraw: end };

  const decide: Decide = (how, begin) => {
    if (failedToSend) sendAgain().catch(() => undefined);
    if (decision !== undefined) return decision;
    if (state !== "open") return Promise.resolve();
    [state, decided] = ["decided", how];
    const [ended, settle] = promised<void>();
    // Before anything of the host's runs: that may decide this entry again.
    decision = ended;
    const work = (): Maybe<void> => attempt(begin, make, (thrown) => make(errorOutput(toolName, toolCallId, failed(thrown))));
    // What writes nothing is worded first, so that who hears of the clearing knows the answer.
    const worded = how.decision === "accept" ? undefined : work();
    const cleared = attempt(clear, () => undefined, (thrown) => ({ thrown }));
    // The ledger may have ended the call in that very step, as with a deadline that had passed.
    const working = how.decision === "accept" && claim.state() === "decided" ? work() : worded;
    sending = isPromise(working) ? Promise.resolve(working).then(send) : send();
    // A place that can't be cleared keeps nobody from their answer; its error is the caller's.
    settle(finish(sending, cleared));
    return decision;
  };

  if (claims.get(toolCallId)?.state() === "decided") end();
  else {
    claims.get(toolCallId)?.withdraw();
    claims.set(toolCallId, claim);
  }
  return { decide, claim };
}

async function finish(ended: Promise<void>, cleared: Maybe<{ readonly thrown: unknown } | undefined>): Promise<void> {
  await ended;
  const left = await cleared;
  if (left !== undefined) throw left.thrown;
}

function promised<T>(): readonly [promise: Promise<T>, resolve: (value: T | PromiseLike<T>) => void] {
  let resolve: (value: T | PromiseLike<T>) => void = () => undefined;
  const promise = new Promise<T>((give) => {
    resolve = give;
  });
  return [promise, resolve];
}

/** What the entry of that id has of its call, until the call is answered. */
export function claimIn(place: object, toolCallId: string): Claim | undefined {
  return places.get(place)?.get(toolCallId);
}

/** What is done for a call before it waits, or in its place. */
export interface Work {
  /** Whether nobody has taken the call back meanwhile. */
  readonly isWanted: () => boolean;
  /** Sends the call's answer, if it is still wanted: until that is taken, nobody else answers. */
  readonly answer: (send: () => unknown) => Maybe<unknown>;
  readonly end: () => void;
}

/** How far the work for a call was when it was taken back; a call whose answer is on its way is left to it. */
export type Undone = "nothing" | "staging" | "running" | "answering";

interface Doing {
  readonly slice: object | undefined;
  readonly kind: "staging" | "running";
  isWanted: boolean;
  isAnswering: boolean;
}

/**
 * Begins to work a call out, which changes nothing, or to run it.
 *
 * @param slice What the call will wait in, where that is known.
 */
export function beginWork(toolCallId: string, kind: Doing["kind"], slice?: object): Work {
  const doing: Doing = { slice, kind, isWanted: true, isAnswering: false };
  const works = worksOf.get(toolCallId) ?? new Set();
  worksOf.set(toolCallId, works.add(doing));
  return {
    isWanted: () => doing.isWanted,
    answer: (send) => {
      if (!doing.isWanted) return undefined;
      doing.isAnswering = true;
      return attempt(send, (sent) => sent, (thrown) => {
        doing.isAnswering = false;
        throw thrown;
      });
    },
    end: () => {
      works.delete(doing);
      if (works.size === 0 && worksOf.get(toolCallId) === works) worksOf.delete(toolCallId);
    },
  };
}

/** What is done for a call, of a slice where that is known, is not wanted any more. */
export function endWork(toolCallId: string, slice: object | undefined): Undone {
  const works = [...(worksOf.get(toolCallId) ?? [])].filter((doing) => doing.slice === undefined || slice === undefined || doing.slice === slice);
  if (works.some(({ isAnswering }) => isAnswering)) return "answering";
  for (const doing of works) doing.isWanted = false;
  if (works.some(({ kind }) => kind === "staging")) return "staging";
  return works.length > 0 ? "running" : "nothing";
}

export function errorOutput(tool: string, toolCallId: string, errorText: string): ToolOutput {
  return { state: "output-error", tool, toolCallId, errorText };
}

/** The error of a call that was taken back: the agent does not go on by itself. */
export function interruptedOutput(tool: string, toolCallId: string, errorText: string): ToolOutput {
  return { state: "output-error", tool, toolCallId, errorText, outcome: "interrupted" };
}

export function availableOutput(tool: string, toolCallId: string, output: JsonValue): ToolOutput {
  return { state: "output-available", tool, toolCallId, output };
}

const places = new WeakMap<object, Map<string, Claim>>();

function claimsIn(place: object): Map<string, Claim> {
  const claims = places.get(place) ?? new Map<string, Claim>();
  places.set(place, claims);
  return claims;
}

const worksOf = new Map<string, Set<Doing>>();
