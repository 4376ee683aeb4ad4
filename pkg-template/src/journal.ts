import type { Command, Settings, Transition } from "./core/protocol.js";
import type { Approval, Journal, JournalEvent, TimelineEntry } from "./types.js";

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
