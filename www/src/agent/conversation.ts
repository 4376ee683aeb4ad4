import type { Approval, ToolOutput } from "countersign";

/** One line of the conversation. */
export type Entry =
  | { readonly kind: "person" | "agent" | "notice" | "note"; readonly key: string; readonly text: string }
  | CallEntry;

export interface CallEntry {
  readonly kind: "call";
  readonly key: string;
  readonly toolCallId: string;
  readonly generation: number;
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
  readonly online: boolean;
  /** Milliseconds that the person has for each call that is made from now on. */
  readonly deadlineMs: number | undefined;
}
