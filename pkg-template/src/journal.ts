import type { Change, Command, Settings, Transition } from "./core/protocol.js";
import type { Approval, ApprovalStatus } from "./types.js";

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

export interface Recorder {
  readonly record: (command: Command, json: string | undefined, at: number, transition: Transition) => void;
  readonly journal: () => Journal;
  readonly timeline: (toolCallId: string) => readonly TimelineEntry[];
}

/** Keeps the newest `size` commands. */
export function createRecorder(settings: Settings, size: number): Recorder {
  let events: JournalEvent[] = [];
  let seq = 0;
  return {
    record: (command, json, at, { changes = [] }) => {
      seq += 1;
      if (size === 0) return;
      const entries = changes.map(({ event, call }) => {
        const { toolCallId, generation, state } = call;
        const status: Approval["status"] = state.status === "settled" ? state.outcome.status : state.status;
        return Object.freeze({ seq, at, toolCallId, generation, kind: event, status });
      });
      events.push(Object.freeze({ seq, at, command: JSON.stringify(command), json, entries: Object.freeze(entries) }));
      // Cut off by halves: each event is moved once at most.
      if (events.length >= 2 * size) events = events.slice(-size);
    },
    journal: () => Object.freeze({ version: 1, settings, events: Object.freeze(kept(events, size)) }),
    timeline: (toolCallId) =>
      kept(events, size).flatMap(({ entries }) => entries.filter((entry) => entry.toolCallId === toolCallId)),
  };
}

function kept(events: readonly JournalEvent[], size: number): readonly JournalEvent[] {
  return size === 0 ? [] : events.slice(-size);
}
