import { ApprovalProvider } from "countersign/react";
import { AnswerLog } from "../agent/AnswerLog.tsx";
import { Chat } from "../chat/Chat.tsx";
import { Playground } from "../playground/Playground.tsx";
import { Header } from "./Header.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import type { Page } from "./page.ts";
import { PageContext } from "./PageContext.ts";

export function App({ page }: { readonly page: Page }) {
  return (
    <PageContext value={page}>
      <ApprovalProvider store={page.store} registry={page.registry}>
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
    </PageContext>
  );
}
