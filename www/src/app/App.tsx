import { ApprovalProvider } from "countersign/react";
import { AnswerLog } from "../agent/AnswerLog.tsx";
import { Chat } from "../chat/Chat.tsx";
import { Playground } from "../playground/Playground.tsx";
import { Header } from "./Header.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import type { Session } from "./session.ts";
import { SessionContext } from "./SessionContext.ts";

export function App({ session }: { readonly session: Session }) {
  return (
    <SessionContext value={session}>
      <ApprovalProvider store={session.store} registry={session.registry}>
        <Header />
        <main className="columns">
          <div className="column">
            <Playground />
            <AnswerLog />
          </div>
          <Chat />
        </main>
        <LiveRegion />
      </ApprovalProvider>
    </SessionContext>
  );
}
