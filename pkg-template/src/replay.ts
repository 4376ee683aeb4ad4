import { newJson } from "./check.js";
import { Core } from "./core/glue.js";
import type { Command } from "./core/protocol.js";
import { CountersignError, wordsOf } from "./errors.js";
import { follow } from "./follow.js";
import { parseFrozen } from "./json.js";
import { createMirror } from "./mirror.js";
import { createAnswering } from "./output.js";
import type { ApprovalSnapshot, Journal } from "./types.js";

/** Where a journal leads to. */
export interface Replayed {
  /** The calls as they stood. Previews are not in a journal: inputs are shown as new JSON. */
  readonly snapshot: ApprovalSnapshot;
  /** The core's state as text: equal journals give equal texts. */
  readonly state: string;
}

/**
 * Takes the commands of a journal once more, without handlers, sender or clock: nothing is applied
 * and nothing is sent.
 *
 * @throws CountersignError `invalid_argument` when it is no journal, or does not begin with the first
 * command.
 */
export function replayJournal(journal: Journal, until = Infinity): Replayed {
  let core: Core | undefined;
  try {
    const { version, settings, events } = journal;
    if (version !== 1) throw new TypeError(`its version is ${String(version)}, not 1`);
    const mirror = createMirror(settings.editPermission, createAnswering(() => undefined, () => undefined));
    core = new Core(JSON.stringify(settings), () => undefined);
    for (const [index, event] of events.entries()) {
      if (event.seq !== index + 1) throw new TypeError(`event ${index + 1} of it is missing`);
      if (event.seq > until) break;
      const command = JSON.parse(event.command) as Command;
      if (typeof command === "object" && "validated" in command && event.json !== undefined) {
        const { toolCallId, generation, attempt } = command.validated;
        const input = parseFrozen(event.json);
        mirror.offer(toolCallId, generation, attempt, { input, preview: newJson(input) });
      }
      follow(mirror, command, core.step(event.command, event.json, event.at), () => undefined);
    }
    return { snapshot: mirror.snapshot(), state: core.dehydrate() };
  } catch (thrown) {
    throw new CountersignError("invalid_argument", `The journal can't be replayed: ${wordsOf(thrown)}.`, { cause: thrown });
  } finally {
    core?.free();
  }
}
