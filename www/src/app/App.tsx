import { ApprovalProvider } from "countersign/react";
import { AnswerLog } from "../agent/AnswerLog.tsx";
import { Chat } from "../chat/Chat.tsx";
import { Playground } from "../playground/Playground.tsx";
import { Header } from "./Header.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import type { Page } from "./page.ts";
import { PageContext, useValue } from "./PageContext.ts";

export function App({ page }: { readonly page: Page }) {
  const answered = useValue(page.agent, (state) => state.answered);
  return (
    <PageContext value={page}>
      <ApprovalProvider store={page.store} registry={page.registry}>
        <Header />
        <main className="columns">
          <div className="column">
            <Playground />
            <AnswerLog title="Answers received by the agent" lines={answered} />
          </div>
          <Chat />
        </main>
        <LiveRegion />
      </ApprovalProvider>
    </PageContext>
  );
}
