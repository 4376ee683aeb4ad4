import type { ApprovalSource, Preview, ValidationResult } from "../types.js";
import type { Maybe } from "../maybe.js";
import type { JsonObject, Written } from "./bind.js";
import { createSay, type PhoenixMessages, type Say, sayIt } from "./catalogue.js";
import { type Called, callCore } from "./core.js";

/** What every family takes beside its host. */
export interface PhoenixOptions {
  /** Sentences of the host's own. */
  readonly messages?: PhoenixMessages | undefined;
  /**
   * What a revision is: a `digest` of the content alone, the default; or Phoenix's own `tokens`, of 32 bits,
   * which also change with a prompt's place and with its unsaved mark.
   */
  readonly revisions?: "digests" | "tokens" | undefined;
  /**
   * Milliseconds that the host may take to work a call out, or to write it, before the call is answered without
   * it. Default 300,000; `Infinity` waits for ever.
   */
  readonly handlerTimeoutMs?: number | undefined;
}

/** What the functions of a family are given. */
export interface Setting<Host> {
  readonly host: Host;
  readonly say: Say;
  readonly revisions: "digests" | "tokens";
  /** Milliseconds. */
  readonly timeout: number;
}

/** A proposal, worked out on what is there now: its facts, or why not, or an answer that needs nobody. */
export type Staged<Facts> =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly error: string; readonly stale?: boolean | undefined }
  | { readonly ok: true; readonly answer: JsonObject };

/** A family of writes: how a proposal is worked out, shown, written, and answered. */
export interface Family<Host, Input, Facts extends object> {
  /** What a card and a write need to know of a proposal: JSON. */
  readonly stage: (setting: Setting<Host>, input: Input, toolName: string) => Maybe<Staged<Facts>>;
  readonly texts: (facts: Facts, setting: Setting<Host>) => Preview;
  readonly apply: (setting: Setting<Host>, facts: Facts, source: ApprovalSource) => Maybe<Written>;
  readonly rejected: (facts: Facts, say: Say) => JsonObject;
  /** The words for an entry that is taken back; a family without them has no `cancel`. */
  readonly cancelled?: ((say: Say) => string) | undefined;
  /** The words for a write that threw. Default: the error's own. */
  readonly failed?: ((thrown: unknown, say: Say) => string) | undefined;
  /** The words for what changed while it waited, or before that. */
  readonly stale?: ((say: Say, waited: boolean) => string) | undefined;
  readonly expectedRevision?: ((input: Input) => string | undefined) | undefined;
  /** The input as if it was made for another revision. */
  readonly madeFor?: ((input: Input, revision: string) => Input) | undefined;
  /** The revision of what would be written, now. Throws in words. */
  readonly readRevision?: ((setting: Setting<Host>, input: Input) => string) | undefined;
}

export function settingOf<Host>(host: Host, options: PhoenixOptions = {}): Setting<Host> {
  const { messages, revisions = "digests", handlerTimeoutMs = 300_000 } = options;
  return { host, say: createSay(messages), revisions, timeout: handlerTimeoutMs };
}

/**
 * The input of a tool as its family takes it, or why not. Whatever comes in, this does not throw: what is no
 * JSON, or nested too deep, is invalid.
 */
export function parseInput<Input>(say: Say, toolName: string, input: unknown): ValidationResult<Input> {
  const called = callCore<Input>("parse", { tool: toolName, input });
  if (called.ok) return called;
  const { sentence } = called;
  return { ok: false, errorText: sentence.code === "NOT_JSON" ? say("INVALID_INPUT", toolName) : sayIt(say, sentence) };
}

/** A failure of the core in words. */
export function refused(say: Say, called: Called<unknown> & { readonly ok: false }): { readonly ok: false; readonly error: string } {
  return { ok: false, error: sayIt(say, called.sentence) };
}
