import { useToolHandler } from "countersign/react";
import { useMemo } from "react";
import { useSession, useValue } from "../app/SessionContext.ts";
import { PromptSlot } from "./PromptSlot.tsx";
import { editPromptHandler, readPromptHandler } from "./tools.ts";

/** The prompts, and the handlers of the two tools for as long as they are on the page. */
export function Playground() {
  const { playground, tools } = useSession();
  const prompts = useValue(playground, (state) => state.prompts);
  useToolHandler(tools.editPrompt, useMemo(() => editPromptHandler(playground), [playground]));
  useToolHandler(tools.readPrompt, useMemo(() => readPromptHandler(playground), [playground]));
  return (
    <section className="prompts" aria-label="Prompts">
      {prompts.map((prompt, index) => (
        <PromptSlot key={prompt.instanceId} prompt={prompt} index={index} />
      ))}
    </section>
  );
}
