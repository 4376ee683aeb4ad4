import { useRef } from "react";
import type { Entry } from "../agent/agent.ts";
import { useSession, useValue } from "../app/SessionContext.ts";
import { CallCard } from "../card/CallCard.tsx";
import { useFollow } from "./useFollow.ts";

export function Transcript() {
  const { agent } = useSession();
  const entries = useValue(agent, (state) => state.entries);
  const scroller = useRef<HTMLDivElement>(null);
  const lastAsked = entries.findLast((entry) => entry.kind === "person")?.key;
  useFollow(scroller, lastAsked);
  return (
    <div ref={scroller} className="transcript">
      <ol aria-label="Conversation">
        {entries.map((entry) => (
          <li key={entry.key} className={`entry entry-${entry.kind}`} data-follow={entry.key === lastAsked}>
            <Line entry={entry} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Line({ entry }: { readonly entry: Entry }) {
  if (entry.kind === "call") return <CallCard entry={entry} />;
  return (
    <p>
      <span className="visually-hidden">{speakers[entry.kind]}: </span>
      {entry.text}
    </p>
  );
}

const speakers = { person: "You", agent: "Agent", notice: "Notice" } as const;
