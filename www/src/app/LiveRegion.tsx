import type { Approval, ApprovalStore } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useState } from "react";
import { sentenceOf, titleOf } from "../card/words.ts";
import { nearEndMs, secondsOf } from "./deadline.ts";
import { usePage } from "./PageContext.ts";

/** Says aloud what happened to reviewed calls and to the chat, wherever the reader is on the page. */
export function LiveRegion() {
  const store = useApprovalStore();
  const { agent, playground } = usePage();
  const [said, setSaid] = useState("");
  useEffect(() => {
    const say = inOneBreath(setSaid);
    const tell = (approval: Approval, sentence: string): void => {
      if (approval.review) say(`${titleOf(approval, playground.get().prompts)}. ${sentence}`);
    };
    let told = agent.get().entries.at(-1);
    const releases = [
      store.on("pending", (approval) => tell(approval, `Waiting for you.${withinWords(approval)}`)),
      store.on("settled", (approval) => tell(approval, sentenceOf(approval))),
      store.on("undelivered", (approval) => tell(approval, "The answer could not be delivered.")),
      onNearEnd(store, (approval) => tell(approval, `${secondsOf(nearEndMs)} left to answer.`)),
      agent.subscribe(() => {
        const last = agent.get().entries.at(-1);
        if (last?.kind === "note" && last.key !== told?.key) say(last.text);
        told = last;
      }),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [store, agent, playground]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  );
}

const withinWords = ({ expiresAt }: Approval): string =>
  expiresAt === undefined ? "" : ` ${secondsOf(expiresAt - Date.now())} left to answer.`;

/** Joins what is said in one step: of two texts that follow at once, only the second would be heard. */
function inOneBreath(speak: (text: string) => void): (sentence: string) => void {
  let sentences: readonly string[] = [];
  return (sentence) => {
    sentences = [...sentences, sentence];
    if (sentences.length > 1) return;
    queueMicrotask(() => {
      speak(sentences.join(" "));
      sentences = [];
    });
  };
}

/** Tells of every call that waits, once, when little of its time is left. */
function onNearEnd(store: ApprovalStore, listener: (approval: Approval) => void): () => void {
  const timers = new Set<number>();
  const release = store.on("pending", ({ toolCallId, generation, expiresAt }) => {
    if (expiresAt === undefined) return;
    const timer = window.setTimeout(() => {
      timers.delete(timer);
      const now = store.getApproval(toolCallId);
      if (now?.status === "pending" && now.generation === generation) listener(now);
    }, expiresAt - nearEndMs - Date.now());
    timers.add(timer);
  });
  return () => {
    release();
    for (const timer of timers) window.clearTimeout(timer);
  };
}
