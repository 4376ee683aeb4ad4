import type { Approval, JsonValue, ToolOutput } from "countersign";

/** One line of the conversation. */
export type Entry =
  | { readonly kind: TextKind; readonly key: string; readonly text: string }
  | CallEntry;

export const textKinds = ["person", "agent", "notice", "note", "reload"] as const;
export type TextKind = (typeof textKinds)[number];

/** One use of an id. */
export interface Use {
  readonly toolCallId: string;
  readonly generation: number;
}

export const isUse = (a: Use, b: Use): boolean => a.toolCallId === b.toolCallId && a.generation === b.generation;

export interface CallEntry {
  readonly kind: "call";
  readonly key: string;
  readonly toolCallId: string;
  /** The generation that is shown: a rebase makes the next one of the same call. */
  readonly generation: number;
  /** The generation that the call was made as. What came before was another call with this id. */
  readonly firstGeneration: number;
  /** The call as it was when it settled: the store forgets old calls, a conversation does not. */
  readonly settled?: Approval;
  /** The script that made the call, to run it again. */
  readonly scriptId?: string;
}

/** What the agent was answered to one call. */
export interface Answered {
  readonly key: string;
  readonly toolCallId: string;
  readonly generation: number;
  readonly toolName: string;
  /** What the call asked for, to make it again if a reload leaves it without an answer. */
  readonly input: JsonValue;
  readonly outputs: readonly ToolOutput[];
}

/** What the agent does about one request: its calls belong to it, and stop with it. */
export interface Turn {
  readonly id: string;
  readonly sessionId: string;
  readonly ask: string;
}

export interface AgentState {
  /** The session of the chat that is on the page. */
  readonly sessionId: string;
  readonly entries: readonly Entry[];
  /** The turns that go on, oldest first: the agent works, or waits for an answer. */
  readonly turns: readonly Turn[];
  /** One line for every call made, in any chat, with the answers that arrived. */
  readonly answered: readonly Answered[];
  /** How many were made, so that none has the id of an earlier one. */
  readonly counts: { readonly chats: number; readonly turns: number; readonly calls: number };
  readonly online: boolean;
  /** Milliseconds that the person has for each call that is made from now on. */
  readonly deadlineMs: number | undefined;
}
