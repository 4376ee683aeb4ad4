import { useRef } from "react";
import type { Entry } from "../agent/conversation.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import { CallCard } from "../card/CallCard.tsx";
import { useFollow } from "./useFollow.ts";

export function Transcript() {
  const { agent } = usePage();
  const entries = useValue(agent, (state) => state.entries);
  const scroller = useRef<HTMLDivElement>(null);
  const newest = entries.findLast(({ kind }) => kind === "person" || kind === "reload")?.key;
  useFollow(scroller, newest);
  return (
    <div ref={scroller} className="transcript">
      <ol aria-label="Conversation">
        {entries.map((entry) => (
          <li key={entry.key} className={`entry entry-${entry.kind}`} data-follow={entry.key === newest}>
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

const speakers = { person: "You", agent: "Agent", notice: "Notice", note: "Note", reload: "Note" } as const;
