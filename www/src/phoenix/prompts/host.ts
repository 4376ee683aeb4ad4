import type {
  ApprovalApplyResult,
  InstanceRemovalHost,
  PromptEditHost,
  SavePromptHost,
  SavePromptInput,
  SavePromptPreview,
} from "countersign/phoenix";
import type { Models } from "../app/models.ts";
import { globalId } from "../globalId.ts";
import type { Playground } from "./playground.ts";

type Host = PromptEditHost & InstanceRemovalHost & SavePromptHost;

/** What the agent's writes to prompts know and change. */
export const promptsHost = ({ playground, server }: Pick<Models, "playground" | "server">): Host => ({
  getPlayground: playground.get,
  reserveMessageIds: (count) => playground.takeIds("lastMessageId", count),
  applyPromptEdit: ({ instanceId, messages }) => playground.change(instanceId, () => ({ messages })),
  removeInstance: playground.remove,
  save: (input, preview) => server.ask(() => save(playground, input, preview)),
});

function save(playground: Playground, { description, tags = [] }: SavePromptInput, preview: SavePromptPreview): ApprovalApplyResult {
  const { mode, instanceId, promptId, promptName } = preview;
  const { saved, lastVersion } = playground.get();
  const version = { id: globalId("PromptVersion", lastVersion + 1), description, tags };
  const known = saved.find(({ id }) => id === promptId);
  if (mode === "update" && known === undefined) return { ok: false, error: `The server has no prompt ${promptId}.` };
  const { id, name, versions } = known ?? { id: globalId("Prompt", saved.length + 1), name: promptName, versions: [] };
  const prompt = { id, name, versions: [...versions, version] };
  playground.update((state) => ({
    ...state,
    saved: [...saved.filter((other) => other.id !== id), prompt],
    lastVersion: lastVersion + 1,
  }));
  playground.change(instanceId, () => ({ dirty: false, prompt: { id, name, version: version.id, tag: null } }));
  return { ok: true, output: JSON.stringify({ status: "saved", promptId: id, promptName: name, promptVersionId: version.id }) };
}
