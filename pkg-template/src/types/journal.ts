import type { Change, Settings } from "../core/protocol.js";
import type { ApprovalStatus } from "./approval.js";

/** What can be seen to happen to a call. */
export type TimelineKind = Change["event"];

/** One thing that happened to a call. */
export interface TimelineEntry {
  /** The number of the command that it came from. */
  readonly seq: number;
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  readonly toolCallId: string;
  readonly generation: number;
  readonly kind: TimelineKind;
  /** How the call stood after it. */
  readonly status: ApprovalStatus;
}

/** One command that the core took. */
export interface JournalEvent {
  /** 1, then 2, … */
  readonly seq: number;
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  /** The command as JSON text. */
  readonly command: string;
  /** The JSON text that it carried: an input, an output or a stored state. */
  readonly json?: string | undefined;
  /** What it came to, call by call. */
  readonly entries: readonly TimelineEntry[];
}

/** Plain JSON: `JSON.stringify` exports it, `replayJournal` takes it back. */
export interface Journal {
  readonly version: 1;
  readonly settings: Settings;
  /** The newest events, as many as the store keeps. */
  readonly events: readonly JournalEvent[];
}
