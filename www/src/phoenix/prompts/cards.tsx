import { EntryDiff } from "../app/EntryDiff.tsx";
import { Facts } from "../app/Facts.tsx";
import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { labelIn } from "./playground.ts";

export function PromptEditCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingPromptEditsByToolCallId", toolCallId);
  if (entry === undefined) return null;
  return (
    <>
      <Target instanceId={entry.instanceId} />
      <EntryDiff toolCallId={toolCallId} />
    </>
  );
}

export function InstanceRemovalCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingPromptInstanceRemovalsByToolCallId", toolCallId);
  const { playground } = useWorkspace();
  const instance = useValue(playground, ({ instances }) => instances.find(({ id }) => id === entry?.instanceId));
  if (entry === undefined) return null;
  return (
    <>
      <Target instanceId={entry.instanceId} />
      <p className="card-note">The instance leaves the playground, with what is not saved of it.</p>
      {instance !== undefined && (
        <Facts
          facts={[
            ["Prompt", instance.prompt?.name ?? "not saved"],
            ["Messages", String(instance.messages.length)],
            ["Tools", String(instance.tools.length)],
            ["Unsaved changes", instance.dirty ? "yes" : "no"],
          ]}
        />
      )}
    </>
  );
}

export function SavePromptCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingSavePromptsByToolCallId", toolCallId);
  if (entry === undefined) return null;
  const { mode, instanceId, promptName, description, tags, dirtyBeforeSave } = entry.preview;
  return (
    <>
      <Target instanceId={instanceId} />
      <Facts
        facts={[
          ["As", mode === "create" ? `a new prompt, ${promptName}` : `a new version of ${promptName}`],
          ["Description", description],
          ["Tags", tags.length === 0 ? "none" : tags.join(", ")],
          ["Unsaved changes", dirtyBeforeSave ? "yes" : "none"],
        ]}
      />
    </>
  );
}

/** The instance that a card is about: by its letter, as long as it is there. */
export function Target({ instanceId }: { readonly instanceId: number }) {
  const { playground } = useWorkspace();
  const label = useValue(playground, (state) => labelIn(state, instanceId));
  return (
    <p className="card-target">
      {label === undefined ? (
        `Instance ${instanceId}, which is gone`
      ) : (
        <>
          <span className="letter" aria-hidden="true">
            {label}
          </span>
          Prompt {label} <span className="quiet">instance {instanceId}</span>
        </>
      )}
    </p>
  );
}
