import { CLAIM, type Claim } from "../claim.js";
import { attempt } from "../maybe.js";
import { SHOWN } from "../shown.js";
import type { Answer, Approval, ApprovalHandler, ApprovalSource, ApprovalStore, ApplyResult, CallSender, CancelReason, DecisionResult, JsonValue, Preview, ToolOutput } from "../types.js";
import { FAMILIES, type PendingMapName } from "./families.js";
import type { PendingElicitation, PendingEntry } from "./types.js";
import { words } from "./words.js";

/** The record that questions wait in, by session. */
export const QUESTIONS = "pendingElicitationBySessionId";
export const ASK_USER = "ask_user";

/** What of an entry is data. */
type EntryData = { readonly [key: string]: JsonValue };

/** An entry of the app's own, and the call that it is in the ledger. */
export interface Adoption {
  readonly place: PendingMapName | typeof QUESTIONS;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly sessionId: string | undefined;
  readonly ownerKey: string | undefined;
  readonly entry: PendingEntry | PendingElicitation;
  readonly data: EntryData;
  readonly preview: () => Preview;
  /** Whether the ledger may apply this in place of what the entry is. */
  readonly takes: (input: JsonValue) => boolean;
  readonly accept: ((source: ApprovalSource, input: JsonValue) => unknown) | undefined;
  readonly reject: ((comment: string | undefined) => unknown) | undefined;
  readonly cancel: ((reason: CancelReason) => unknown) | undefined;
  readonly claim: Claim | undefined;
}

/** What the ledger knows of an entry. */
interface Bound {
  readonly adoption: Adoption;
  readonly handler: ApprovalHandler;
  readonly onOutput: CallSender;
  readonly isOpen: () => boolean;
  /** The app takes the entry away. Tells whether its call is answered by that: else the ledger waits for it. */
  readonly leave: () => boolean;
  /** Another entry stands for the call. */
  readonly giveWay: () => void;
}

/** Keeps the app's own entries in the ledger. */
export interface Adopter {
  /** Tells whether the entry is still open: the ledger may have ended it at once. */
  readonly adopt: (adoption: Adoption, at: "review" | "once") => boolean;
  /** The app takes the entry away. Tells whether there was one whose call the app answers, or has answered. */
  readonly leave: (place: Adoption["place"], toolCallId: string) => boolean;
  readonly get: (toolCallId: string) => Adoption | undefined;
  /** What an entry of that id has of its call, also one that was taken away and is not answered yet. */
  readonly claimOf: (toolCallId: string) => Claim | undefined;
}

/**
 * An entry's functions stay the app's, and answer the call. When the ledger ends it, the entry's own
 * function answers where there is one, and the ledger's output is sent where there is none. Of an entry with a
 * {@link Claim} the ledger knows what is decided, and waits for the answer; other entries end when they are
 * taken away.
 *
 * @param ended Told when the ledger has ended an entry; with whether its call is to count as interrupted.
 */
export function createAdopter(store: ApprovalStore, ended: (adoption: Adoption, interrupted: boolean) => void): Adopter {
  const adoptions = new Map<string, Bound>();
  /** Those whose id is still in use: an answer is on its way, or being made. */
  const waiting = new Map<string, Adoption>();
  /** Of entries that are decided, until they are answered. */
  const claims = new Map<string, Claim>();

  const adopt: Adopter["adopt"] = (adoption, at) => {
    const { toolCallId, toolName, entry, data, sessionId, ownerKey, claim } = adoption;
    // What is decided or answered is not shown again.
    if (claim !== undefined && claim.state() !== "open") return false;
    const known = adoptions.get(toolCallId)?.adoption;
    if (known?.place === adoption.place && known.entry === entry) return true;
    waiting.delete(toolCallId);
    const bound = bind(adoption, at);
    const { handler, onOutput } = bound;
    // The app has seen to the mode before it set the entry.
    const review = at === "review" ? "always" : true;
    const propose = (name: string, input: JsonValue) =>
      store.propose({ toolCallId, toolName: name, input }, { review, handler, onOutput, sessionId, ownerKey });
    quietly(() => {
      const now = store.getApproval(toolCallId);
      if (now?.status === "applying") {
        if (claim === undefined) waiting.set(toolCallId, adoption);
        else claim.withdraw();
        return;
      }
      adoptions.get(toolCallId)?.giveWay();
      adoptions.set(toolCallId, bound);
      if (now !== undefined && now.outcome === undefined) {
        propose(now.toolName, now.proposed);
        store.rebase(toolCallId, { input: data });
        return;
      }
      let { result } = propose(toolName, data);
      if (result === "alreadySettled" && claim !== undefined) {
        claim.withdraw();
        adoptions.delete(toolCallId);
        return;
      }
      // The app asks again what was answered: that is a new question.
      if (result === "alreadySettled") ({ result } = propose(toolName, { ...data, askedAgain: now?.generation ?? 1 }));
      if (result !== "refused") return;
      adoptions.delete(toolCallId);
      waiting.set(toolCallId, adoption);
    });
    return bound.isOpen();
  };

  const bind = (adoption: Adoption, at: "review" | "once"): Bound => {
    const { toolCallId, claim } = adoption;
    /** How far its own functions have come. */
    let state: "open" | "left" | "replaced" | "deciding" | "decided" | "ended" = "open";

    const end = (interrupted: boolean): void => {
      if (adoptions.get(toolCallId)?.adoption === adoption) adoptions.delete(toolCallId);
      state = "ended";
      ended(adoption, interrupted);
    };

    /** The ledger follows what the entry's own function has decided. */
    const followed = (decided: Claim["decided"]): boolean => {
      const how = decided();
      let result = "refused" as DecisionResult["result"];
      state = "deciding";
      quietly(() => {
        if (how?.decision === "reject") ({ result } = store.reject(toolCallId, how.comment === undefined ? {} : { comment: how.comment }));
        else if (how?.decision === "cancel") ({ result } = store.cancel(toolCallId));
        else ({ result } = store.accept(toolCallId));
      });
      return result === "applying" || result === "settled";
    };

    return {
      adoption,
      isOpen: () => state === "open" && claim?.state() !== "over",
      leave: () => {
        if (state !== "open") return true;
        if (claim?.state() === "decided") {
          claims.set(toolCallId, claim);
          void claim.sent().then(() => claims.get(toolCallId) === claim && claims.delete(toolCallId), () => undefined);
          if (followed(claim.decided)) return false;
        }
        // What is decided answers by itself.
        if (claim?.state() === "open") claim.withdraw();
        state = "left";
        return true;
      },
      giveWay: () => {
        if (state !== "open") return;
        if (claim?.state() === "open") claim.withdraw();
        state = "replaced";
      },
      handler: {
        ...(at === "once" ? { policy: () => "bypass" as const } : {}),
        validate: (input) => (adoption.takes(input) ? { ok: true, value: input } : { ok: false, errorText: words.notEditable }),
        preview: adoption.preview,
        apply: async (input, { approvalSource }) => {
          if (state !== "deciding") {
            if (adoption.accept === undefined) throw new Error(words.notAcceptable);
            state = "deciding";
            const accepted = adoption.accept(approvalSource, input);
            if (claim === undefined) {
              await accepted;
              state = "decided";
              return undefined;
            }
            // Whether the answer was taken is asked when it is delivered.
            Promise.resolve(accepted).catch(() => undefined);
          }
          return resultOf(await claim?.output);
        },
        toOutput: () => answerIn(claim?.made()),
      },
      onOutput: (output, send) => {
        if (claim?.made() !== undefined) {
          if (state === "ended") return claim.sendAgain();
          end(false);
          return claim.sent();
        }
        // It is sent again.
        if (state === "ended") return send(output);
        const approval = store.getApproval(toolCallId);
        const own = state === "open" && claim?.state() !== "over" ? ownAnswer(adoption, approval) : undefined;
        // By its own accept, or by whoever took it away while the answer was on its way.
        const answered = state === "decided" || state === "left";
        const interrupted = !answered && approval?.status === "cancelled";
        if (own === undefined) {
          claim?.withdraw();
          end(interrupted);
          return answered ? undefined : send(output);
        }
        if (adoptions.get(toolCallId)?.adoption === adoption) adoptions.delete(toolCallId);
        state = "ended";
        return attempt<unknown, unknown>(
          () => {
            try {
              return own();
            } finally {
              ended(adoption, false);
            }
          },
          () => undefined,
          (thrown) => {
            // Its claim sends it again.
            if (claim !== undefined) throw thrown;
            ended(adoption, interrupted);
            return send(output);
          },
        );
      },
    };
  };

  store.on("delivered", ({ toolCallId }) => {
    const next = waiting.get(toolCallId);
    if (next !== undefined) adopt(next, "review");
  });

  return {
    adopt,
    leave: (place, toolCallId) => {
      if (waiting.get(toolCallId)?.place === place) waiting.delete(toolCallId);
      const bound = adoptions.get(toolCallId);
      if (bound?.adoption.place !== place || !bound.leave()) return false;
      return adoptions.delete(toolCallId);
    },
    get: (toolCallId) => adoptions.get(toolCallId)?.adoption,
    claimOf: (toolCallId) => {
      // One that was sent again at last.
      if (claims.get(toolCallId)?.state() === "over") claims.delete(toolCallId);
      return claims.get(toolCallId) ?? adoptions.get(toolCallId)?.adoption.claim;
    },
  };
}

/** An entry of one of the maps, as the ledger takes it. */
export function adoptionOf(map: PendingMapName, toolCallId: string, entry: PendingEntry): Adoption {
  const data = dataOf(entry);
  return {
    place: map,
    toolCallId,
    toolName: text(entry.toolName) ?? FAMILIES[map].tools[0],
    sessionId: text(entry.sessionId),
    ownerKey: text(entry.ownerKey),
    entry,
    data,
    preview: () => shownBy(entry) ?? previewOf(data),
    takes: (input) => sameData(input, data),
    accept: entry.accept === undefined ? undefined : (approvalSource) => entry.accept?.({ approvalSource }),
    reject: entry.reject === undefined ? undefined : (comment) => entry.reject?.(comment === undefined ? undefined : { comment }),
    cancel: entry.cancel === undefined ? undefined : (reason) => entry.cancel?.({ reason }),
    claim: entry[CLAIM],
  };
}

/** The questions of a session, as the ledger takes them: they are answered by an edit with `answers`, and an accept. */
export function questionsAdoption(sessionId: string, questions: PendingElicitation): Adoption {
  const data = dataOf({ questions: questions.questions });
  return {
    place: QUESTIONS,
    toolCallId: questions.toolCallId,
    toolName: ASK_USER,
    sessionId,
    ownerKey: undefined,
    entry: questions,
    data,
    preview: () => previewOf({ preview: data["questions"] ?? null }),
    takes: (input) => isRecord(input) && sameData(without(input, "answers"), data),
    accept: questions.answer === undefined ? undefined : (_source, input) => answered(questions, input),
    reject: undefined,
    cancel: questions.cancel === undefined ? undefined : (reason) => questions.cancel?.({ reason }),
    claim: questions[CLAIM],
  };
}

function answered(questions: PendingElicitation, input: JsonValue): unknown {
  const answers = isRecord(input) ? input["answers"] : undefined;
  if (answers === undefined) throw new Error(words.notAnswered);
  return questions.answer?.(answers);
}

/** The entry's own answer to how the ledger ended it. */
function ownAnswer({ cancel, reject }: Adoption, approval: Approval | undefined): (() => unknown) | undefined {
  const outcome = approval?.outcome;
  if (outcome?.status === "cancelled" && cancel !== undefined) return () => cancel(outcome.reason);
  return outcome?.status === "rejected" && reject !== undefined ? () => reject(outcome.comment) : undefined;
}

/** What an answer says of its write; nothing where somebody else answered. */
function resultOf(output: ToolOutput | undefined): ApplyResult {
  if (output?.state === "output-available") return { status: "applied", output: output.output };
  return { status: "failed", errorText: output?.errorText ?? words.answeredElsewhere };
}

function answerIn(output: ToolOutput | undefined): Answer | undefined {
  if (output === undefined) return undefined;
  if (output.state === "output-available") return { state: output.state, output: output.output };
  return { state: output.state, errorText: output.errorText, outcome: output.outcome };
}

function dataOf(entry: object): EntryData {
  try {
    return JSON.parse(JSON.stringify(entry)) as EntryData;
  } catch {
    // Its card knows how to show it; the ledger can't.
    return {};
  }
}

/** The ledger may have asked anew what it has answered. */
function sameData(input: JsonValue, data: EntryData): boolean {
  return isRecord(input) && JSON.stringify(without(input, "askedAgain")) === JSON.stringify(without(data, "askedAgain"));
}

function without(data: EntryData, key: string): EntryData {
  const others = { ...data };
  Reflect.deleteProperty(others, key);
  return others;
}

/** What a family shows; nothing where an app bound the entry with facts that its family can't read. */
function shownBy(entry: PendingEntry): Preview | undefined {
  try {
    return entry[SHOWN]?.();
  } catch {
    return undefined;
  }
}

/** An entry has both sides, or a preview that has them, or one that is all new. */
function previewOf(data: EntryData): Preview {
  const { preview = data } = data;
  const sides = hasSides(preview) ? preview : data;
  if (hasSides(sides)) return { before: textOf(sides.before), after: textOf(sides.after) };
  return { before: "", after: textOf(preview) };
}

function hasSides(value: JsonValue): value is { readonly before: JsonValue; readonly after: JsonValue } {
  return isRecord(value) && "before" in value && "after" in value;
}

function isRecord(value: JsonValue): value is EntryData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A store that takes nothing any more leaves the slice a plain one: what it refuses is not lost to the app. */
export function quietly(call: () => void): void {
  try {
    call();
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown)) throw thrown;
  }
}
