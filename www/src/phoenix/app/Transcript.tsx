import { useRef } from "react";
import { useFollow } from "../../chat/useFollow.ts";
import { CallCard } from "./CallCard.tsx";
import type { Session } from "./chat.ts";
import { isToolPart, type Message } from "./transcript.ts";

export function Transcript({ session }: { readonly session: Session }) {
  const { id: sessionId, messages } = session;
  const scroller = useRef<HTMLDivElement>(null);
  const lines = messages.flatMap(linesOf);
  const newest = lines.findLast(({ part, role }) => role === "user" || isToolPart(part))?.key;
  useFollow(scroller, newest);
  return (
    <div ref={scroller} className="transcript">
      <ol aria-label="Conversation">
        {lines.map(({ key, role, part }) => (
          <li key={key} className={`entry entry-${isToolPart(part) ? "call" : role === "user" ? "person" : "agent"}`} data-follow={key === newest}>
            {isToolPart(part) ? <CallCard part={part} sessionId={sessionId} /> : <Text role={role} text={part.text} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Text({ role, text }: { readonly role: Message["role"]; readonly text: string }) {
  return (
    <p>
      <span className="visually-hidden">{role === "user" ? "You" : "Agent"}: </span>
      {text}
    </p>
  );
}

function linesOf({ id, role, parts }: Message) {
  return parts.flatMap((part, index) =>
    part.type === "step-start" ? [] : [{ key: isToolPart(part) ? part.toolCallId : `${id}-${index}`, role, part }],
  );
}
