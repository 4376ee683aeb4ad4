import type { CLAIM, Claim } from "../claim.js";
import type { SHOWN } from "../shown.js";
import type { ApprovalSource, ApprovalStore, CancelReason, EditPermission, JsonValue, Preview, Release } from "../types.js";
import type { PendingMapName, PendingSetterName } from "./families.js";

/**
 * A pending call as an app keeps it, with what else its card shows. Its functions are its own: each
 * takes the entry away and sends the answer.
 */
export interface PendingEntry {
  readonly toolCallId: string;
  /** The tool of the map when absent. */
  readonly toolName?: string | undefined;
  /** The conversation whose end cancels it. */
  readonly sessionId?: string | null | undefined;
  /** The editor whose closing cancels it. */
  readonly ownerKey?: string | undefined;
  accept?(options?: { readonly approvalSource?: ApprovalSource }): unknown;
  /** Gets the comment of a person who rejected it elsewhere. */
  reject?(options?: { readonly comment?: string }): unknown;
  /** Gets the reason where the ledger takes it back. */
  cancel?(options?: { readonly reason?: CancelReason }): unknown;
  /** Entries that are bound by `countersign/phoenix` have both. */
  readonly [SHOWN]?: () => Preview;
  readonly [CLAIM]?: Claim;
}

/** A preview that says what a card shows beside the texts: those are keys of its call's entry. */
export interface EntryPreview extends Preview {
  readonly facts?: object;
}

/**
 * A pending call that was proposed to the store, with the `facts` of its {@link EntryPreview}: what a card reads
 * in an entry that an app bound, it finds here too. Its functions decide what this entry shows: on anything newer
 * they do nothing. It is withdrawn by its owner, its session or its turn, so there is no `cancel`.
 */
export interface ApprovalEntry {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly sessionId?: string | undefined;
  /** What would be applied. */
  readonly input: JsonValue;
  /** The two texts, or what the `facts` have under this name. */
  readonly preview: unknown;
  /** A person's yes, whatever source is named. Resolves when the write has ended. */
  readonly accept: (options?: { readonly approvalSource?: ApprovalSource }) => Promise<void>;
  readonly reject: (options?: { readonly comment?: string }) => Promise<void>;
}

/**
 * An app's own types of entries, by the map that they are in. What is proposed to the store is of its map's type
 * where its preview's `facts` are, as those of a family's handler.
 */
export type EntryTypes = { readonly [Name in PendingMapName]?: PendingEntry };

type EntryOf<Entries extends EntryTypes, Name extends PendingMapName> = Name extends keyof Entries
  ? Exclude<Entries[Name], undefined>
  : PendingEntry | ApprovalEntry;

type ByToolCallId<Entry> = { readonly [toolCallId: string]: Entry | undefined };

type PendingMaps<Entries extends EntryTypes> = {
  readonly [Name in PendingMapName]: ByToolCallId<EntryOf<Entries, Name>>;
};

type PendingSetters<Entries extends EntryTypes> = {
  /** Shows the entry, or takes away what is there. What is taken away is answered by who does it. */
  readonly [Name in PendingMapName as PendingSetterName<Name>]: (
    toolCallId: string,
    entry: EntryOf<Entries, Name> | null | undefined,
  ) => void;
};

/** Questions to the person, one set for a session. Their functions are their own, as those of an entry. */
export interface PendingElicitation {
  readonly toolCallId: string;
  readonly questions: unknown;
  /** Sends the person's answers as they are. */
  answer?(output: JsonValue): unknown;
  /** Takes the questions back, and answers their call. Gets the reason where the ledger does. */
  cancel?(options?: { readonly reason?: CancelReason }): unknown;
  /** Questions that are bound by `countersign/phoenix` have it. */
  readonly [CLAIM]?: Claim;
}

export type ClientActionResult = { readonly ok: true; readonly output?: string } | { readonly ok: false; readonly error: string };

/** What a mounted component runs for a tool. */
export type ClientAction = {
  // A method's parameters may be narrower: each action knows its own input and context.
  run(input: unknown, context?: unknown): Promise<ClientActionResult>;
}["run"];

export interface Permissions {
  /** The same as the store's edit permission. */
  readonly edits: EditPermission;
}

export interface Capabilities {
  readonly "subagents.enabled": boolean;
  readonly "web.access": boolean;
}

/** The rest of the state that concerns approvals. */
export interface AgentFacts {
  readonly pendingElicitationBySessionId: { readonly [sessionId: string]: PendingElicitation | undefined };
  readonly setPendingElicitation: (sessionId: string, elicitation: PendingElicitation | null | undefined) => void;
  /** Calls that were taken back. The newest 256, until their ids are used again. */
  readonly locallyInterruptedToolCallIds: { readonly [toolCallId: string]: true | undefined };
  readonly markToolCallInterrupted: (toolCallId: string) => void;
  readonly registeredClientActions: { readonly [name: string]: ClientAction | undefined };
  /** The newest action of a name runs. The release ends this registration and no other. */
  readonly registerClientAction: (name: string, action: ClientAction) => Release;
  readonly unregisterClientAction: (name: string) => void;
  readonly permissions: Permissions;
  /** @throws CountersignError `invalid_argument`: there is no such mode. */
  readonly setPermissions: (patch: Partial<Permissions>) => void;
  readonly capabilities: Capabilities;
  readonly setCapability: (change: { readonly key: keyof Capabilities; readonly enabled: boolean }) => void;
  /**
   * A session is deleted, or the draft begins anew: its calls are cancelled and answered, in every map. Calls
   * that still arrive for a deleted session are cancelled too.
   */
  readonly clearSessionEphemeralState: (sessionId: string) => void;
}

/** What the slice keeps in a Zustand store. `Entries` are the app's own types of pending calls. */
export type AgentSlice<Entries extends EntryTypes = EntryTypes> = PendingMaps<Entries> & PendingSetters<Entries> & AgentFacts;

export interface AgentSliceOptions {
  /** The ledger under the slice. One slice for each store. */
  readonly store: ApprovalStore;
}
