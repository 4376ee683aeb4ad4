import { createApprovalStore } from "countersign";
import { createAgentToolDispatcher, EDIT_PROMPT } from "countersign/phoenix";
import type { DiffView } from "countersign/react";
import { waitForRegisteredClientActions } from "countersign/zustand";
import { createState } from "../../app/state.ts";
import { createPageStorage } from "../../app/storage.ts";
import { openingRecording } from "../prompts/recordings.ts";
import { createAgentStore } from "./agentStore.ts";
import { createChat, newChat } from "./chat.ts";
import { createModels } from "./models.ts";
import { readChat, writeChat } from "./storedChat.ts";
import { surfaces } from "./surfaces.ts";
import type { Workspace } from "./workspace.ts";

/** The page with the transcript that this tab kept, or a new one. */
export function createWorkspace(): Workspace {
  const storage = createPageStorage(["phoenix-chat"]);
  const { "phoenix-chat": kept } = storage.read();
  const restored = kept === undefined ? undefined : readKept(kept);
  if (kept !== undefined && restored === undefined) storage.drop();

  const ledger = createApprovalStore({
    // The ledger answers what no entry can answer by itself.
    onOutput: (output) => {
      if (ledger.getApproval(output.toolCallId)?.status === "cancelled") agentStore.getState().markToolCallInterrupted(output.toolCallId);
      chat.addToolOutput(output);
    },
    maxSettled: 100,
  });
  const agentStore = createAgentStore(ledger);
  const chat = createChat({ initial: restored ?? newChat, agentStore, dispatch: (call) => dispatch(call) });
  const workspace: Workspace = {
    ...createModels(),
    ledger,
    agentStore,
    chat,
    storage,
    diffView: createState<DiffView>("unified"),
    isPlaygroundOpen: createState(true),
    shown: createState(surfaces[0]?.id ?? ""),
  };
  const dispatch = createAgentToolDispatcher({
    tools: surfaces.flatMap(({ tools }) => tools(workspace)),
    getClientAction: (name) => agentStore.getState().registeredClientActions[name],
  });
  storage.keep([{ name: "phoenix-chat", write: () => writeChat(chat.get()), subscribe: chat.subscribe }]);
  if (restored === undefined) void open(workspace);
  else chat.resume();
  return workspace;
}

/** The page opens with one proposal: as soon as there is somebody to make it to. */
async function open(workspace: Workspace): Promise<void> {
  const { agentStore, chat } = workspace;
  if (!(await waitForRegisteredClientActions({ agentStore, names: [EDIT_PROMPT] }))) return;
  chat.ask(openingRecording.ask, openingRecording.calls(workspace));
}

function readKept(text: string): ReturnType<typeof readChat> | undefined {
  try {
    return readChat(text);
  } catch {
    // Whatever is wrong with it, the person gets a page that works, and is told.
    return undefined;
  }
}
