import {
  type ClientAction,
  createEditPromptClientAction,
  createRemovePromptInstanceClientAction,
  createSavePromptClientAction,
  EDIT_PROMPT,
  REMOVE_INSTANCE,
  SAVE_PROMPT,
} from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import { promptsHost } from "./host.ts";

/** What the prompt editors run for the agent. `ownerKey` is theirs. */
export function promptActions(workspace: Workspace, ownerKey: string): Readonly<Record<string, ClientAction>> {
  const { agentStore } = workspace;
  const host = promptsHost(workspace);
  const shouldAutoAccept = (): boolean => isBypass(agentStore);
  const { setPendingPromptEdit, setPendingPromptInstanceRemoval, setPendingSavePrompt } = agentStore.getState();
  return {
    [EDIT_PROMPT]: createEditPromptClientAction({ host, setPending: setPendingPromptEdit, shouldAutoAccept, ownerKey }),
    [REMOVE_INSTANCE]: createRemovePromptInstanceClientAction({ host, setPending: setPendingPromptInstanceRemoval, shouldAutoAccept, ownerKey }),
    [SAVE_PROMPT]: createSavePromptClientAction({ host, setPending: setPendingSavePrompt, shouldAutoAccept, ownerKey }),
  };
}
