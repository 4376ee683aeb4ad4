import { useApprovalStore } from "countersign/react";
import { useEffect, useState } from "react";
import { inOneBreath } from "../../app/inOneBreath.ts";
import { titleOf } from "./cards.ts";
import { useWorkspace } from "./WorkspaceContext.ts";
import { answerSentence } from "./words.ts";

/** Milliseconds in which a panel closes and what waited there is taken back. */
const BREATH = 50;

/** Says aloud what waits and what was answered, wherever the reader is on the page. */
export function LiveRegion() {
  const ledger = useApprovalStore();
  const { chat, isPlaygroundOpen } = useWorkspace();
  const [said, setSaid] = useState("");
  useEffect(() => {
    const say = inOneBreath(setSaid, BREATH);
    let told = chat.get();
    const onChat = (): void => {
      const now = chat.get();
      for (const { toolCallId, toolName, outputs } of now.log) {
        const before = told.log.find((line) => line.toolCallId === toolCallId)?.outputs.length ?? 0;
        for (const output of outputs.slice(before)) say(`${titleOf(toolName)}. ${answerSentence(output)}`);
      }
      const active = now.sessions.find(({ id }) => id === now.activeId);
      if (active !== undefined && now.activeId !== told.activeId) say(`${active.title} is on the page.`);
      told = now;
    };
    const releases = [
      ledger.on("pending", ({ toolName }) => say(`${titleOf(toolName)}. Waiting for you.`)),
      chat.subscribe(onChat),
      isPlaygroundOpen.subscribe(() => say(isPlaygroundOpen.get() ? "The playground is open." : "The playground is closed.")),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [ledger, chat, isPlaygroundOpen]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  );
}
