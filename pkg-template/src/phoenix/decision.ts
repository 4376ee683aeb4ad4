import { wordsOf } from "../errors.js";
import { attempt, isPromise, type Maybe } from "../maybe.js";
import type { JsonValue, ToolOutput } from "../types.js";

/** Takes a call's answer: the chat's own `addToolOutput`. */
export type AddToolOutput = (output: ToolOutput) => unknown;

/** The one decision of an entry: the first that is begun. Every later one gets its promise. */
export type Decide = (begin: () => Maybe<ToolOutput>) => Promise<void>;

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
 * Makes the one decision of an entry. Begun, it takes the entry out of its place before it returns, and sends
 * one answer, also when what was begun throws. Later ones do nothing; only an answer that could not be sent is
 * sent again. An entry that was put in anew under its id, or was withdrawn, decides nothing any more.
 */
export function createDecision({ toolCallId, toolName, addToolOutput, place, clear, failed = wordsOf }: Subject): Decide {
  const claims = mapIn(places, place);
  const claim: Claim = { isDecided: false };
  claims.set(toolCallId, claim);
  let decision: Promise<void> | undefined;
  let unsent: ToolOutput | undefined;

  const send = async (output: ToolOutput): Promise<void> => {
    unsent = undefined;
    try {
      await addToolOutput(output);
    } catch (thrown) {
      unsent = output;
      throw thrown;
    } finally {
      if (claims.get(toolCallId) === claim) claims.delete(toolCallId);
    }
  };

  return (begin) => {
    if (decision !== undefined) {
      if (unsent !== undefined) decision = send(unsent);
      return decision;
    }
    if (claims.get(toolCallId) !== claim) return Promise.resolve();
    claim.isDecided = true;
    let end: (ended: Promise<void>) => void = () => undefined;
    // Before anything of the host's runs: that may decide this entry again.
    decision = new Promise((resolve) => {
      end = resolve;
    });
    const cleared = attempt(clear, () => undefined, (thrown) => ({ thrown }));
    const output = attempt(begin, (made) => made, (thrown) => errorOutput(toolName, toolCallId, failed(thrown)));
    const ended = isPromise(output) ? output.then(send) : send(output);
    // A place that can't be cleared keeps nobody from their answer; its error is the caller's.
    end(finish(ended, cleared));
    return decision;
  };
}

async function finish(ended: Promise<void>, cleared: Maybe<{ readonly thrown: unknown } | undefined>): Promise<void> {
  await ended;
  const left = await cleared;
  if (left !== undefined) throw left.thrown;
}

/** Makes the entry of that id undecidable, also one that is still worked out: nothing is applied, and nothing is sent. */
export function withdraw(place: object, toolCallId: string): void {
  places.get(place)?.delete(toolCallId);
  workedOut.get(place)?.delete(toolCallId);
}

/** Begins to work an entry out. What is returned tells, once that is done, whether it is still wanted. */
export function beginWork(place: object, toolCallId: string): () => boolean {
  const work = {};
  const works = mapIn(workedOut, place);
  works.set(toolCallId, work);
  return () => works.get(toolCallId) === work && works.delete(toolCallId);
}

/** Whether the entry of that id is decided, and its answer is still to come. */
export function isDeciding(place: object, toolCallId: string): boolean {
  return places.get(place)?.get(toolCallId)?.isDecided === true;
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

/** What an entry has of its place, until it is answered or another one takes the place. */
interface Claim {
  isDecided: boolean;
}

const places = new WeakMap<object, Map<string, Claim>>();
const workedOut = new WeakMap<object, Map<string, object>>();

function mapIn<T>(all: WeakMap<object, Map<string, T>>, place: object): Map<string, T> {
  const map = all.get(place) ?? new Map<string, T>();
  all.set(place, map);
  return map;
}
