import type { CheckKind, HandlerKind, Validation } from "./core/protocol.js";
import type { TextDiff } from "./diff.js";
import { wordsOf } from "./errors.js";
import type { AnyHandler } from "./handlers.js";
import { readJson } from "./json.js";
import { attempt, type Maybe } from "./maybe.js";
import { readText } from "./text.js";
import type { CallContext, InvalidCode, JsonValue, Policy, Preview, StandardSchema, ValidationResult } from "./types.js";

/** What would be applied, and what is shown of it. */
export interface Content {
  readonly input: JsonValue;
  readonly preview: Preview;
  /** Of the preview, once it was asked for. A `WeakMap` of diffs would take an eighth of a short one's time. */
  diff?: TextDiff;
}

/** What a check found, for the core; and what is shown of it, if the core agrees. */
export interface Checked {
  readonly result: Validation;
  /** The effective input as JSON text. */
  readonly effective?: string;
  readonly content?: Content;
}

interface Subject {
  readonly handler: AnyHandler;
  readonly input: JsonValue;
  readonly context: CallContext;
  /** Whether a person will see it: only then are its revision and preview of use. */
  readonly review: boolean;
  /** What is checked: a policy is asked for the input as proposed alone, a draft is for the revision that is known. */
  readonly check: CheckKind;
  /** The grants whose matcher takes an input. */
  readonly matching: (input: JsonValue) => readonly number[];
}

/** Validates an input, then reads what it would change, then previews it. Never throws. */
export function checkInput(subject: Subject): Maybe<Checked> {
  return attempt(
    () => validate(subject),
    (result) => (result.ok ? checkValid(subject, result.value) : invalid("invalid_input", String(result.errorText))),
    failedBy("invalid_input"),
  );
}

/** How a handler looks to the core. */
export function kindOf(handler: AnyHandler | undefined): HandlerKind {
  if (handler === undefined) return "missing";
  return handler.readRevision === undefined ? "unversioned" : "versioned";
}

function checkValid(subject: Subject, value: unknown): Maybe<Checked> {
  const { handler, context, check } = subject;
  const first = check === "proposed";
  const { text, value: input } = readJson(value, "The validated input");
  const ownerKey = optional(handler.ownerKey?.(input), "ownerKey");
  const expectedRevision = optional(handler.expectedRevision?.(input), "expectedRevision");
  const policy = first ? readPolicy(handler.policy?.(input, context)) : undefined;
  const matched = first ? subject.matching(input) : undefined;
  const found = (liveRevision: string | undefined, preview: Preview): Checked => ({
    result: { valid: { ownerKey, expectedRevision, liveRevision, handler: kindOf(handler), policy, matched } },
    effective: text,
    content: { input, preview },
  });
  // Nobody will see what is denied, or needs no review.
  if (policy === "deny" || !subject.review) return found(undefined, newJson(input));
  // The revision is read before the preview: if the target changes in between, accept finds out.
  return attempt(
    () => (check !== "draft" ? handler.readRevision?.(input, context) : undefined),
    (read) => {
      const live = optional(read, "The revision");
      const expected = context.expectedRevision ?? expectedRevision;
      // Nobody will see what is stale already.
      if (first && live !== undefined && expected !== undefined && live !== expected) return found(live, newJson(input));
      const shownFor = check === "rebase" ? { ...context, expectedRevision: live } : context;
      return attempt(
        () => handler.preview?.(input, shownFor) ?? newJson(input),
        (preview) => found(live, readPreview(preview)),
        failedBy("preview_failed"),
      );
    },
    failedBy("revision_failed"),
  );
}

function validate({ handler, input, context }: Subject): Maybe<ValidationResult<unknown>> {
  const { validate: validator } = handler;
  if (validator === undefined) return { ok: true, value: input };
  return "~standard" in validator ? bySchema(validator, input) : validator(input, context);
}

function bySchema(schema: StandardSchema<unknown>, input: JsonValue): Maybe<ValidationResult<unknown>> {
  type Result = Awaited<ReturnType<typeof schema["~standard"]["validate"]>>;
  const read = (result: Result): ValidationResult<unknown> =>
    result.issues === undefined ? { ok: true, value: result.value } : { ok: false, errorText: result.issues.map(issueText).join("\n") };
  const result = schema["~standard"].validate(input);
  return result instanceof Promise ? result.then(read) : read(result);
}

function issueText(issue: { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }): string {
  const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}

/** Copied, so that what was shown stays what was shown. */
export function readPreview(preview: Preview): Preview {
  const { before, after, fileName } = preview;
  if (typeof before !== "string" || typeof after !== "string" || (fileName !== undefined && typeof fileName !== "string")) {
    throw new TypeError("A preview is { before: string, after: string, fileName?: string }.");
  }
  return Object.freeze({ ...preview });
}

function readPolicy(policy: Policy | undefined): Policy | undefined {
  if (policy === undefined || policy === "manual" || policy === "bypass" || policy === "deny") return policy;
  throw new TypeError('A policy is "manual", "bypass", "deny" or undefined.');
}

/** The preview of a tool that has none of its own. */
export function newJson(input: JsonValue): Preview {
  return Object.freeze({ before: "", after: JSON.stringify(input, undefined, 2) });
}

function optional(value: string | undefined, what: string): string | undefined {
  return value === undefined ? undefined : readText(value, what);
}

export function invalid(code: InvalidCode, errorText?: string): Checked {
  return { result: { invalid: { code, errorText } } };
}

function failedBy(code: InvalidCode): (thrown: unknown) => Checked {
  return (thrown) => invalid(code, wordsOf(thrown));
}
