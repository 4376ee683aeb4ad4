import { createApprovalStore, type ApprovalStore } from "countersign";
import type { DiffView } from "countersign/react";
import { createToolRegistry, type ToolRegistry } from "countersign/registry";
import { createAgent, newConversation, type Agent } from "../agent/agent.ts";
import type { AgentState } from "../agent/conversation.ts";
import { runScript } from "../agent/scripts.ts";
import { readConversation, writeConversation } from "../agent/storedConversation.ts";
import { createPlayground, playgroundOf, type Playground, type PlaygroundState } from "../playground/playground.ts";
import { readPrompts, writePrompts } from "../playground/storedPrompts.ts";
import { createTools, type PlaygroundTools } from "../playground/tools.ts";
import { samplePrompts } from "../prompts/samples.ts";
import { createState, type State } from "./state.ts";
import { createPageStorage, type PageStorage } from "./storage.ts";

/** Everything that lives as long as the page. */
export interface Page {
  readonly playground: Playground;
  readonly agent: Agent;
  readonly store: ApprovalStore;
  readonly registry: ToolRegistry;
  readonly tools: PlaygroundTools;
  /** How every card draws its change. */
  readonly diffView: State<DiffView>;
  readonly storage: PageStorage;
}

/** Calls are made, or made again, before the editors are mounted: so long they wait for their handlers. */
const waitForHandlerMs = 5_000;

/** The page as this tab left it, or a new one. */
export function createPage(): Page {
  const storage = createPageStorage();
  const page = restored(storage) ?? opened(storage);
  const { agent, store, playground } = page;
  storage.keep([
    { name: "calls", write: store.dehydrate, subscribe: store.subscribe },
    { name: "conversation", write: () => writeConversation(agent.get()), subscribe: agent.subscribe },
    { name: "prompts", write: () => writePrompts(playground.get()), subscribe: playground.subscribe },
  ]);
  return page;
}

function opened(storage: PageStorage): Page {
  const page = assemble(storage, newConversation, playgroundOf(samplePrompts));
  void runScript(page.agent, "word");
  return page;
}

/** Nothing, when nothing usable was stored. */
function restored(storage: PageStorage): Page | undefined {
  const { calls, conversation, prompts } = storage.read();
  if (calls === undefined && conversation === undefined && prompts === undefined) return undefined;
  try {
    const page = assemble(storage, readConversation(conversation ?? ""), readPrompts(prompts ?? ""));
    if (calls !== undefined) page.store.hydrate(calls, { waitForHandlerMs });
    page.agent.resume();
    return page;
  } catch {
    // Whatever is wrong with it, the person gets a page that works, and is told.
    storage.drop();
    return undefined;
  }
}

function assemble(storage: PageStorage, conversation: AgentState, prompts: PlaygroundState): Page {
  const playground = createPlayground(prompts);
  const agent = createAgent(conversation);
  const tools = createTools(playground);
  const store = createApprovalStore({ onOutput: agent.receive, journalSize: 1_000, maxSettled: 100 });
  const registry = createToolRegistry({ store, tools: [tools.editPrompt, tools.readPrompt], waitForHandlerMs });
  agent.connect(store, registry);
  return { playground, agent, store, registry, tools, diffView: createState<DiffView>("unified"), storage };
}
