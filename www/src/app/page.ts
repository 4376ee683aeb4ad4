import { createApprovalStore, type ApprovalStore } from "countersign";
import type { DiffView } from "countersign/react";
import { createToolRegistry, type ToolRegistry } from "countersign/registry";
import { createAgent, type Agent } from "../agent/agent.ts";
import { runScript } from "../agent/scripts.ts";
import { createPlayground, type Playground } from "../playground/playground.ts";
import { createTools, type PlaygroundTools } from "../playground/tools.ts";
import { samplePrompts } from "../prompts/samples.ts";
import { createState, type State } from "./state.ts";

/** Everything that lives as long as the page. */
export interface Page {
  readonly playground: Playground;
  readonly agent: Agent;
  readonly store: ApprovalStore;
  readonly registry: ToolRegistry;
  readonly tools: PlaygroundTools;
  /** How every card draws its change. */
  readonly diffView: State<DiffView>;
}

export function createPage(): Page {
  const playground = createPlayground(samplePrompts);
  const agent = createAgent();
  const diffView = createState<DiffView>("unified");
  const tools = createTools(playground);
  const store = createApprovalStore({ onOutput: agent.receive });
  // The opening call is made before the editors are mounted, so the registry waits for their handlers.
  const registry = createToolRegistry({
    store,
    tools: [tools.editPrompt, tools.readPrompt],
    waitForHandlerMs: 5_000,
  });
  agent.connect(store, registry);
  void runScript(agent, "word");
  return { playground, agent, store, registry, tools, diffView };
}
