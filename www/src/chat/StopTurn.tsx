import { useEffect } from "react";
import { Icon } from "../app/Icon.tsx";

interface Props {
  /** What the turn that would be stopped was begun with; nothing when there is none. */
  readonly ask: string | undefined;
  readonly onStop: () => void;
}

/** Ends a turn of the agent, by a click or from anywhere on the page by a key. */
export function StopTurn({ ask, onStop }: Props) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "." || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onStop();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onStop]);
  return (
    // Stays focusable when nothing is left to stop, so that the focus is not lost there.
    <button
      type="button"
      className="button button-small stop-turn"
      aria-disabled={ask === undefined}
      aria-keyshortcuts="Control+. Meta+."
      title="Ctrl+. or ⌘+."
      onClick={onStop}
    >
      <Icon name="square" />
      Stop
      {ask !== undefined && <span className="stop-ask">“{ask}”</span>}
    </button>
  );
}
