import { useToolHandler } from "countersign/react";
import { useMemo } from "react";
import { usePage, useValue } from "../app/PageContext.ts";
import { DatasetPanels } from "../dataset/DatasetPanels.tsx";
import { ToolsPanels } from "../prompt-tools/ToolsPanels.tsx";
import { PromptSlot } from "./PromptSlot.tsx";
import { editPromptHandler, readPromptHandler } from "./tools.ts";

/** The prompts, and the handlers of the two tools for as long as they are on the page. */
export function Playground() {
  const { playground, tools } = usePage();
  const prompts = useValue(playground, (state) => state.prompts);
  useToolHandler(tools.editPrompt, useMemo(() => editPromptHandler(playground), [playground]));
  useToolHandler(tools.readPrompt, useMemo(() => readPromptHandler(playground), [playground]));
  return (
    <section className="prompts" aria-label="Prompts, tools and datasets">
      {prompts.map((prompt, index) => (
        <PromptSlot key={prompt.instanceId} prompt={prompt} index={index} />
      ))}
      <ToolsPanels />
      <DatasetPanels />
    </section>
  );
}
