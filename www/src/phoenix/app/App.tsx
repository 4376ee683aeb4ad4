import { ApprovalProvider } from "countersign/react";
import { Chat } from "./Chat.tsx";
import { Header } from "./Header.tsx";
import { Ledger } from "./Ledger.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import { Surfaces } from "./Surfaces.tsx";
import { WorkspaceContext } from "./WorkspaceContext.ts";
import type { Workspace } from "./workspace.ts";

export function App({ workspace }: { readonly workspace: Workspace }) {
  return (
    <WorkspaceContext value={workspace}>
      <ApprovalProvider store={workspace.ledger}>
        <Header />
        <main className="columns">
          <div className="column">
            <Surfaces />
            <Ledger />
          </div>
          <Chat />
        </main>
        <LiveRegion />
      </ApprovalProvider>
    </WorkspaceContext>
  );
}
