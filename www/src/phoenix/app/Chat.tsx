import { activeSession } from "./chat.ts";
import { Composer } from "./Composer.tsx";
import { Transcript } from "./Transcript.tsx";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";
import { WaitingBar } from "./WaitingBar.tsx";

export function Chat() {
  const { chat, storage } = useWorkspace();
  const sessions = useValue(chat, (state) => state.sessions);
  const active = useValue(chat, activeSession);
  return (
    <section className="panel chat" aria-labelledby="chat-title">
      <header className="panel-header">
        <h2 id="chat-title">Agent</h2>
        <select aria-label="Chat" value={active.id} onChange={(event) => chat.show(event.target.value)}>
          {sessions.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <span className="spring" />
        <button type="button" className="button button-small" title="What waits in this chat goes on waiting." onClick={chat.newSession}>
          New chat
        </button>
        <button type="button" className="button button-small" title="What waits in this chat is cancelled." onClick={chat.deleteSession}>
          Delete chat
        </button>
        <button
          type="button"
          className="button button-small"
          title="Forgets the chats of this tab, and loads the page anew."
          onClick={storage.startOver}
        >
          Start over
        </button>
      </header>
      <Transcript session={active} />
      <WaitingBar session={active} />
      <Composer />
    </section>
  );
}
