import type { ApprovalStore } from "countersign";
import type { DiffView } from "countersign/react";
import type { State } from "../../app/state.ts";
import type { PageStorage } from "../../app/storage.ts";
import type { AgentStore } from "./agentStore.ts";
import type { Chat } from "./chat.ts";
import type { Models } from "./models.ts";

/** Everything that lives as long as the page. */
export interface Workspace extends Models {
  readonly ledger: ApprovalStore;
  readonly agentStore: AgentStore;
  readonly chat: Chat;
  readonly storage: PageStorage<"phoenix-chat">;
  /** How every card draws its change. */
  readonly diffView: State<DiffView>;
  /** Whether the playground is mounted. */
  readonly isPlaygroundOpen: State<boolean>;
  /** The surface whose panel is shown. */
  readonly shown: State<string>;
}
