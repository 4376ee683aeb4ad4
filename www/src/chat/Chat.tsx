import { usePage } from "../app/PageContext.ts";
import { Composer } from "./Composer.tsx";
import { Transcript } from "./Transcript.tsx";
import { WaitingBar } from "./WaitingBar.tsx";

export function Chat() {
  const { agent, storage } = usePage();
  return (
    <section className="panel chat" aria-labelledby="chat-title">
      <header className="panel-header">
        <h2 id="chat-title">Agent</h2>
        <span className="spring" />
        <button
          type="button"
          className="button button-small"
          title="Ends this chat. Proposals that wait in it are cancelled."
          onClick={agent.startChat}
        >
          New chat
        </button>
        <button
          type="button"
          className="button button-small"
          title="Forgets everything in this tab, and loads the page anew."
          onClick={storage.startOver}
        >
          Start over
        </button>
      </header>
      <Transcript />
      <WaitingBar />
      <Composer />
    </section>
  );
}
