import { attempt } from "../maybe.js";
import { SHOWN } from "../shown.js";
import type { Approval, ApprovalHandler, ApprovalStore, CallSender, JsonValue, Preview } from "../types.js";
import { FAMILIES, type PendingMapName } from "./families.js";
import type { PendingEntry } from "./types.js";

/** An entry of the app's own, and the call that it is in the ledger. */
export interface Adoption {
  readonly map: PendingMapName;
  readonly toolCallId: string;
  readonly entry: PendingEntry;
}

/** What of an entry is data. */
type EntryData = { readonly [key: string]: JsonValue };

/** What the ledger knows of an entry. */
interface Bound {
  readonly adoption: Adoption;
  readonly handler: ApprovalHandler<unknown>;
  readonly onOutput: CallSender;
  readonly isOpen: () => boolean;
  readonly leave: () => void;
}

/** Keeps the app's own entries in the ledger. */
export interface Adopter {
  /** Tells whether the entry is still open: the ledger may have ended it at once. */
  readonly adopt: (adoption: Adoption) => boolean;
  /** The app takes the entry away, and answers its call. Tells whether there was one. */
  readonly leave: (map: PendingMapName, toolCallId: string) => boolean;
  readonly has: (toolCallId: string) => boolean;
}

/**
 * An entry's functions stay the app's, and answer the call. When the ledger ends it, the entry's own
 * function answers where there is one, and the ledger's output is sent where there is none.
 *
 * @param ended Told when the ledger has ended an entry; with whether its call is to count as interrupted.
 */
export function createAdopter(store: ApprovalStore, ended: (adoption: Adoption, interrupted: boolean) => void): Adopter {
  const adoptions = new Map<string, Bound>();
  /** Those whose id is still in use: an answer is on its way, or being made. */
  const waiting = new Map<string, Adoption>();

  const adopt = (adoption: Adoption): boolean => {
    const { map, toolCallId, entry } = adoption;
    const known = adoptions.get(toolCallId)?.adoption;
    if (known?.map === map && known.entry === entry) return true;
    waiting.delete(toolCallId);
    const data = dataOf(entry);
    const bound = bind(adoption, data);
    const { handler, onOutput } = bound;
    const propose = (toolName: string, input: JsonValue) =>
      store.propose(
        { toolCallId, toolName, input },
        // The app has seen to the mode before it set the entry.
        { review: "always", handler, onOutput, sessionId: text(entry.sessionId), ownerKey: text(entry.ownerKey) },
      );
    quietly(() => {
      const now = store.getApproval(toolCallId);
      if (now?.status === "applying") {
        waiting.set(toolCallId, adoption);
        return;
      }
      adoptions.get(toolCallId)?.leave();
      adoptions.set(toolCallId, bound);
      if (now !== undefined && now.outcome === undefined) {
        propose(now.toolName, now.proposed);
        store.rebase(toolCallId, { input: data });
        return;
      }
      const toolName = text(entry.toolName) ?? FAMILIES[map].tools[0];
      let { result } = propose(toolName, data);
      // The app asks again what was answered: that is a new question.
      if (result === "alreadySettled") ({ result } = propose(toolName, { ...data, askedAgain: now?.generation ?? 1 }));
      if (result !== "refused") return;
      adoptions.delete(toolCallId);
      waiting.set(toolCallId, adoption);
    });
    return bound.isOpen();
  };

  const bind = (adoption: Adoption, data: EntryData): Bound => {
    const { toolCallId, entry } = adoption;
    /** How far its own functions have come. */
    let state: "open" | "left" | "accepting" | "accepted" | "ended" = "open";
    return {
      adoption,
      isOpen: () => state === "open",
      leave: () => {
        if (state === "open") state = "left";
      },
      handler: {
        preview: () => shownBy(entry) ?? previewOf(data),
        apply: async (_input, { approvalSource }) => {
          if (entry.accept === undefined) throw new Error("This can't be accepted.");
          state = "accepting";
          await entry.accept({ approvalSource });
          state = "accepted";
        },
      },
      onOutput: (output, send) => {
        // It is sent again.
        if (state === "ended") return send(output);
        const approval = store.getApproval(toolCallId);
        const own = state === "open" ? answerOf(entry, approval) : undefined;
        // By its own accept, or by whoever took it away while the answer was on its way.
        const answered = state === "accepted" || state === "left";
        const interrupted = !answered && approval?.status === "cancelled";
        if (adoptions.get(toolCallId)?.adoption === adoption) adoptions.delete(toolCallId);
        state = "ended";
        if (own === undefined) {
          ended(adoption, interrupted);
          return answered ? undefined : send(output);
        }
        return attempt<unknown, unknown>(
          () => {
            try {
              return own();
            } finally {
              ended(adoption, false);
            }
          },
          () => undefined,
          () => {
            ended(adoption, interrupted);
            return send(output);
          },
        );
      },
    };
  };

  store.on("delivered", ({ toolCallId }) => {
    const next = waiting.get(toolCallId);
    if (next !== undefined) adopt(next);
  });

  return {
    adopt,
    leave: (map, toolCallId) => {
      if (waiting.get(toolCallId)?.map === map) waiting.delete(toolCallId);
      const bound = adoptions.get(toolCallId);
      if (bound?.adoption.map !== map) return false;
      bound.leave();
      return adoptions.delete(toolCallId);
    },
    has: (toolCallId) => adoptions.has(toolCallId),
  };
}

/** The entry's own answer to how the ledger ended it. */
function answerOf(entry: PendingEntry, approval: Approval | undefined): (() => unknown) | undefined {
  const outcome = approval?.outcome;
  if (outcome?.status === "cancelled" && entry.cancel !== undefined) return () => entry.cancel?.();
  if (outcome?.status !== "rejected" || entry.reject === undefined) return undefined;
  const { comment } = outcome;
  return () => entry.reject?.(comment === undefined ? undefined : { comment });
}

function dataOf(entry: PendingEntry): EntryData {
  try {
    return JSON.parse(JSON.stringify(entry)) as EntryData;
  } catch {
    // Its card knows how to show it; the ledger can't.
    return {};
  }
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
  return typeof value === "object" && value !== null && "before" in value && "after" in value;
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
