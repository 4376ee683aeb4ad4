import { useEffect } from "react";
import { Icon } from "../app/Icon.tsx";
import { usePage, useValue } from "../app/PageContext.ts";

/** Ends the newest turn of the agent, by a click or from anywhere on the page by a key. */
export function StopTurn() {
  const { agent } = usePage();
  const turn = useValue(agent, (state) => state.turns.at(-1));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "." || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      agent.stopTurn();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [agent]);
  return (
    // Stays focusable when nothing is left to stop, so that the focus is not lost there.
    <button
      type="button"
      className="button button-small stop-turn"
      aria-disabled={turn === undefined}
      aria-keyshortcuts="Control+. Meta+."
      title="Ctrl+. or ⌘+."
      onClick={agent.stopTurn}
    >
      <Icon name="square" />
      Stop
      {turn !== undefined && <span className="stop-ask">“{turn.ask}”</span>}
    </button>
  );
}
