import { CountersignError } from "./errors.js";
import { readJson } from "./json.js";
import type { Command, Transition } from "./core/protocol.js";
import { readText } from "./text.js";
import type { CallContext, GrantRequest, JsonValue } from "./types.js";

/** The host's matchers of grants. Which grants hold is the core's to say. */
export interface Matchers {
  /** The request that the next command of a grant is about. */
  readonly offer: (request: GrantRequest) => void;
  /** Keeps the matchers of the grants that hold. */
  readonly follow: (transition: Transition) => void;
  /** The grants whose matcher takes a call. A matcher that throws takes nothing. */
  readonly matching: (input: JsonValue, context: CallContext) => readonly number[];
}

/** A matcher written in JavaScript may return anything. */
interface MatchingRequest {
  readonly toolName: string;
  readonly matches: (input: JsonValue, context: CallContext) => unknown;
}

export function createMatchers(onError: (error: unknown) => void): Matchers {
  const matchers = new Map<number, MatchingRequest>();
  let offered: MatchingRequest | undefined;
  return {
    offer: (request) => {
      offered = "matches" in request ? request : undefined;
    },
    follow: ({ reply, grants }) => {
      if (reply.result === "granted" && offered !== undefined) matchers.set(reply.grantId, offered);
      if (grants === undefined) return;
      const holding = new Set(grants.map(({ grantId }) => grantId));
      for (const grantId of matchers.keys()) {
        if (!holding.has(grantId)) matchers.delete(grantId);
      }
    },
    matching: (input, context) => {
      const matched: number[] = [];
      for (const [grantId, { toolName, matches }] of matchers) {
        if (toolName !== context.toolName) continue;
        try {
          if (matches(input, context) === true) matched.push(grantId);
        } catch (thrown) {
          onError(thrown);
        }
      }
      return matched;
    },
  };
}

/** A request as the core reads it, with the JSON text that it carries. */
export function readGrant(request: GrantRequest, lifetime: number | undefined): readonly [command: Command, json: string | undefined] {
  const toolName = readText(request.toolName, "toolName");
  const sessionId = request.sessionId === undefined ? undefined : readText(request.sessionId, "sessionId");
  if ("matches" in request) {
    if (typeof request.matches !== "function") throw new CountersignError("invalid_argument", "`matches` must be a function.");
    return [{ grant: { toolName, sessionId, lifetime, scope: { matching: { label: readText(request.label, "label") } } } }, undefined];
  }
  return [{ grant: { toolName, sessionId, lifetime, scope: { exact: {} } } }, readJson(request.input, "The granted input").text];
}
