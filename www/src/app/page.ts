import { createApprovalStore, type ApprovalStore } from "countersign";
import type { DiffView } from "countersign/react";
import { createToolRegistry, type ToolRegistry } from "countersign/registry";
import { createAgent, newConversation, type Agent } from "../agent/agent.ts";
import type { AgentState } from "../agent/conversation.ts";
import { runScript } from "../agent/scripts.ts";
import { readConversation, writeConversation } from "../agent/storedConversation.ts";
import { patchRows, readDatasetRows } from "../dataset/agentTools.ts";
import { createDatasets, type Datasets } from "../dataset/datasets.ts";
import type { Dataset } from "../dataset/rows.ts";
import { sampleDatasets } from "../dataset/sampleDatasets.ts";
import { readDatasets, writeDatasets } from "../dataset/storedDatasets.ts";
import { createPlayground, playgroundOf, type Playground, type PlaygroundState } from "../playground/playground.ts";
import { readPrompts, writePrompts } from "../playground/storedPrompts.ts";
import { createTools, type PlaygroundTools } from "../playground/tools.ts";
import { readPromptTools, writePromptTools } from "../prompt-tools/agentTools.ts";
import { createPromptTools, type PromptTools } from "../prompt-tools/promptTools.ts";
import { sampleTools } from "../prompt-tools/sampleTools.ts";
import { readToolLists, writeToolLists } from "../prompt-tools/storedTools.ts";
import type { ToolList } from "../prompt-tools/toolList.ts";
import { samplePrompts } from "../prompts/samples.ts";
import { createState, type State } from "./state.ts";
import { createPageStorage, type PageStorage } from "./storage.ts";

/** Everything that lives as long as the page. */
export interface Page {
  readonly playground: Playground;
  readonly promptTools: PromptTools;
  readonly datasets: Datasets;
  readonly agent: Agent;
  readonly store: ApprovalStore;
  readonly registry: ToolRegistry;
  readonly tools: PlaygroundTools;
  /** How every card draws its change. */
  readonly diffView: State<DiffView>;
  /** What is said aloud next. */
  readonly spoken: State<string>;
  readonly storage: PageStorage<StoredName>;
}

const storedNames = ["calls", "conversation", "prompts", "tools", "datasets"] as const;
type StoredName = (typeof storedNames)[number];

/** What the person and the agent work on. */
interface Contents {
  readonly conversation: AgentState;
  readonly prompts: PlaygroundState;
  readonly tools: readonly ToolList[];
  readonly datasets: readonly Dataset[];
}

/** Calls are made, or made again, before the editors are mounted: so long they wait for their handlers. */
const waitForHandlerMs = 5_000;

/** The page as this tab left it, or a new one. */
export function createPage(): Page {
  const storage = createPageStorage(storedNames);
  const page = restored(storage) ?? opened(storage);
  const { agent, store, playground, promptTools, datasets } = page;
  storage.keep([
    { name: "calls", write: store.dehydrate, subscribe: store.subscribe },
    { name: "conversation", write: () => writeConversation(agent.get()), subscribe: agent.subscribe },
    { name: "prompts", write: () => writePrompts(playground.get()), subscribe: playground.subscribe },
    { name: "tools", write: () => writeToolLists(promptTools.get()), subscribe: promptTools.subscribe },
    { name: "datasets", write: () => writeDatasets(datasets.get()), subscribe: datasets.subscribe },
  ]);
  return page;
}

function opened(storage: PageStorage<StoredName>): Page {
  const page = assemble(storage, {
    conversation: newConversation,
    prompts: playgroundOf(samplePrompts),
    tools: sampleTools,
    datasets: sampleDatasets,
  });
  void runScript(page.agent, "word");
  return page;
}

/** Nothing, when nothing usable was stored. */
function restored(storage: PageStorage<StoredName>): Page | undefined {
  const stored = storage.read();
  if (Object.keys(stored).length === 0) return undefined;
  const { calls, conversation = "", prompts = "", tools = "", datasets = "" } = stored;
  try {
    const page = assemble(storage, {
      conversation: readConversation(conversation),
      prompts: readPrompts(prompts),
      tools: readToolLists(tools),
      datasets: readDatasets(datasets),
    });
    if (calls !== undefined) page.store.hydrate(calls, { waitForHandlerMs });
    page.agent.resume();
    return page;
  } catch {
    // Whatever is wrong with it, the person gets a page that works, and is told.
    storage.drop();
    return undefined;
  }
}

function assemble(storage: PageStorage<StoredName>, { conversation, prompts, ...contents }: Contents): Page {
  const playground = createPlayground(prompts);
  const promptTools = createPromptTools(contents.tools);
  const datasets = createDatasets(contents.datasets);
  const agent = createAgent(conversation);
  const tools = createTools(playground);
  const store = createApprovalStore({ onOutput: agent.receive, journalSize: 1_000, maxSettled: 100 });
  const registry = createToolRegistry({
    store,
    tools: [tools.editPrompt, tools.readPrompt, writePromptTools, readPromptTools, patchRows, readDatasetRows],
    waitForHandlerMs,
  });
  agent.connect(store, registry);
  return {
    playground,
    promptTools,
    datasets,
    agent,
    store,
    registry,
    tools,
    diffView: createState<DiffView>("unified"),
    spoken: createState(""),
    storage,
  };
}
