import type { Approval } from "countersign";
import { useApprovalStore } from "countersign/react";
import { useEffect, useState } from "react";
import { sentenceOf, titleOf } from "../card/words.ts";
import { useSession } from "./SessionContext.ts";

/** Says aloud what happened to reviewed calls, wherever the reader is on the page. */
export function LiveRegion() {
  const store = useApprovalStore();
  const { playground } = useSession();
  const [said, setSaid] = useState("");
  useEffect(() => {
    const say = (approval: Approval, sentence: string): void => {
      if (approval.review) setSaid(`${titleOf(approval, playground.get().prompts)}. ${sentence}`);
    };
    const releases = [
      store.on("pending", (approval) => say(approval, "Waiting for you.")),
      store.on("settled", (approval) => say(approval, sentenceOf(approval))),
      store.on("undelivered", (approval) => say(approval, "The answer could not be delivered.")),
    ];
    return () => {
      for (const release of releases) release();
    };
  }, [store, playground]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  );
}
