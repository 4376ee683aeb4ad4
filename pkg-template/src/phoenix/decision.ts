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
  const claim = {};
  claimsOf(place).set(toolCallId, claim);
  let decision: Promise<void> | undefined;
  let unsent: ToolOutput | undefined;

  const send = async (output: ToolOutput): Promise<void> => {
    unsent = undefined;
    try {
      await addToolOutput(output);
    } catch (thrown) {
      unsent = output;
      throw thrown;
    }
  };

  return (begin) => {
    if (decision !== undefined) {
      if (unsent !== undefined) decision = send(unsent);
      return decision;
    }
    const claims = claimsOf(place);
    if (claims.get(toolCallId) !== claim) return Promise.resolve();
    claims.delete(toolCallId);
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

/** Makes the entry of that id undecidable: nothing is applied, and nothing is sent. */
export function withdraw(place: object, toolCallId: string): void {
  claimsOf(place).delete(toolCallId);
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

const places = new WeakMap<object, Map<string, object>>();

function claimsOf(place: object): Map<string, object> {
  const claims = places.get(place) ?? new Map<string, object>();
  places.set(place, claims);
  return claims;
}
