import { defineClientActionTool, WRITE_TOOLS } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { PromptToolsCard } from "./PromptToolsCard.tsx";
import { toolRecordings } from "./recordings.ts";
import { ToolsPanel } from "./ToolsPanel.tsx";

export const toolsSurface: Surface = {
  id: "tools",
  title: "Tools",
  Panel: ToolsPanel,
  inPlayground: true,
  tools: () => [defineClientActionTool(WRITE_TOOLS)],
  cards: { [WRITE_TOOLS]: { title: "Write prompt tools", Body: PromptToolsCard } },
  recordings: toolRecordings,
};
