import type { Call } from "./call.js";
import type { Change, Command, Transition } from "./core/protocol.js";
import type { Mirror } from "./mirror.js";

/** Brings the mirror to where a command has brought the core. Each change is told with its call as it stands after it. */
export function follow(
  mirror: Mirror,
  command: Command,
  { changes = [], grants, forgotten = [] }: Transition,
  onChange: (event: Change["event"], call: Call) => void,
): void {
  for (const change of changes) onChange(change.event, mirror.follow(change));
  if (grants !== undefined) mirror.setGrants(grants);
  if (typeof command === "object" && "setEditPermission" in command) {
    mirror.setEditPermission(command.setEditPermission.editPermission);
  }
  for (const toolCallId of forgotten) mirror.forget(toolCallId);
}
