import { defineClientActionTool, EDIT_PROMPT, REMOVE_INSTANCE, SAVE_PROMPT } from "countersign/phoenix";
import { loadDatasetRecordings } from "../datasets/loadRecordings.ts";
import type { Surface } from "../app/surface.ts";
import { InstanceRemovalCard, PromptEditCard, SavePromptCard } from "./cards.tsx";
import { PromptsPanel } from "./PromptsPanel.tsx";
import { promptRecordings } from "./recordings.ts";

export const promptsSurface: Surface = {
  id: "prompts",
  title: "Prompts",
  Panel: PromptsPanel,
  inPlayground: true,
  tools: () => ([EDIT_PROMPT, REMOVE_INSTANCE, SAVE_PROMPT] as const).map((name) => defineClientActionTool(name)),
  cards: {
    [EDIT_PROMPT]: { title: "Edit prompt", Body: PromptEditCard },
    [REMOVE_INSTANCE]: { title: "Remove prompt instance", Body: InstanceRemovalCard },
    [SAVE_PROMPT]: { title: "Save prompt", Body: SavePromptCard },
  },
  recordings: [...promptRecordings, ...loadDatasetRecordings],
};
