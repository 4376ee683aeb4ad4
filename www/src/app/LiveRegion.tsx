import type { Approval, ApprovalStore } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useState } from "react";
import type { Entry } from "../agent/conversation.ts";
import { isDrifted } from "../card/isDrifted.ts";
import { nounOf } from "../card/target.ts";
import { sentenceOf, titleOf } from "../card/words.ts";
import { nearEndMs, secondsOf } from "./deadline.ts";
import { inOneBreath } from "./inOneBreath.ts";
import { usePage } from "./PageContext.ts";

/** Says aloud what happened to reviewed calls and to the chat, wherever the reader is on the page. */
export function LiveRegion() {
  const store = useApprovalStore();
  const page = usePage();
  const [said, setSaid] = useState("");
  useEffect(() => {
    const { agent, spoken, playground, promptTools, datasets } = page;
    const say = inOneBreath(setSaid);
    const tell = (approval: Approval, sentence: string): void => {
      if (approval.review) say(`${titleOf(approval, page)}. ${sentence}`);
    };
    let told: Entry | undefined;
    let drifted: readonly string[] = [];
    const onEntry = (): void => {
      const last = agent.get().entries.at(-1);
      if ((last?.kind === "note" || last?.kind === "reload") && last.key !== told?.key) say(last.text);
      told = last;
    };
    const onContents = (): void => {
      const now = store.getSnapshot().pending.filter((call) => isDrifted(call, page));
      for (const call of now) {
        if (!drifted.includes(keyOf(call))) tell(call, `The ${nounOf(call)} has changed since this was shown.`);
      }
      drifted = now.map(keyOf);
    };
    onEntry();
    const releases = [
      store.on("pending", (approval) => tell(approval, `Waiting for you.${withinWords(approval)}`)),
      store.on("settled", (approval) => tell(approval, sentenceOf(approval))),
      store.on("undelivered", (approval) => tell(approval, "The answer could not be delivered.")),
      store.on("rebasing", (approval) => tell(approval, `The ${nounOf(approval)} has changed, so it is shown anew. Please look again.`)),
      onNearEnd(store, (approval) => tell(approval, `${secondsOf(nearEndMs)} left to answer.`)),
      agent.subscribe(onEntry),
      ...[playground, promptTools, datasets].map(({ subscribe }) => subscribe(onContents)),
      spoken.subscribe(() => say(spoken.get())),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [store, page]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  );
}

const keyOf = ({ toolCallId, generation }: Approval): string => `${generation} ${toolCallId}`;

const withinWords = ({ expiresAt }: Approval): string =>
  expiresAt === undefined ? "" : ` ${secondsOf(expiresAt - Date.now())} left to answer.`;

/** Tells of every call that waits, once, when little of its time is left. */
function onNearEnd(store: ApprovalStore, listener: (approval: Approval) => void): () => void {
  const timers = new Set<number>();
  const watch = ({ toolCallId, expiresAt }: Approval): void => {
    if (expiresAt === undefined) return;
    const timer = window.setTimeout(() => {
      timers.delete(timer);
      const now = store.getApproval(toolCallId);
      if (now?.status === "pending" && now.expiresAt === expiresAt) listener(now);
    }, expiresAt - nearEndMs - Date.now());
    timers.add(timer);
  };
  // Those of before a reload wait already.
  for (const approval of store.getSnapshot().pending) watch(approval);
  const release = store.on("pending", watch);
  return () => {
    release();
    for (const timer of timers) window.clearTimeout(timer);
  };
}
