import type { PromptToolsHost } from "countersign/phoenix";
import type { Playground } from "../prompts/playground.ts";

/** What the agent's writes to a prompt's tools know and change. */
export const toolsHost = (playground: Playground): PromptToolsHost => ({
  getPlayground: playground.get,
  reserveToolIds: (count) => playground.takeIds("lastToolId", count),
  applyPromptTools: ({ instanceId, tools, toolChoice }) =>
    playground.change(instanceId, () => ({ tools, ...(toolChoice === undefined ? {} : { toolChoice }) })),
});
