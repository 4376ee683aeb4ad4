import { createState, type State } from "../app/state.ts";
import { toolListSnapshotOf, type PromptTool, type ToolList, type ToolListSnapshot } from "./toolList.ts";
import { writeTools, type ToolWrites } from "./toolWrites.ts";

/** The tools of the prompts: the person edits them directly, the agent through proposals. */
export interface PromptTools extends State<readonly ToolList[]> {
  /** Throws a sentence for the agent unless the list is there and its editor open. */
  readonly snapshot: (instanceId: number) => ToolListSnapshot;
  /** The revision of a list, open or closed. */
  readonly revision: (instanceId: number) => string;
  readonly apply: (instanceId: number, writes: ToolWrites) => ToolListSnapshot;
  readonly replace: (instanceId: number, tools: readonly PromptTool[]) => void;
  readonly setOpen: (instanceId: number, open: boolean) => void;
}

export function createPromptTools(initial: readonly ToolList[]): PromptTools {
  const state = createState(initial);
  const find = (instanceId: number): ToolList => {
    const found = state.get().find((list) => list.instanceId === instanceId);
    if (found === undefined) throw new Error(`The prompt with instanceId ${instanceId} has no list of tools.`);
    return found;
  };
  const change = (instanceId: number, patch: Partial<ToolList>): void =>
    state.update((lists) => lists.map((list) => (list.instanceId === instanceId ? { ...list, ...patch } : list)));
  return {
    ...state,
    snapshot: (instanceId) => {
      const list = find(instanceId);
      if (!list.open) throw new Error("The editor of these tools is closed. Ask the person to open it, then call again.");
      return toolListSnapshotOf(list);
    },
    revision: (instanceId) => toolListSnapshotOf(find(instanceId)).revision,
    apply: (instanceId, writes) => {
      change(instanceId, { tools: writeTools(find(instanceId).tools, writes) });
      return toolListSnapshotOf(find(instanceId));
    },
    replace: (instanceId, tools) => change(instanceId, { tools }),
    setOpen: (instanceId, open) => change(instanceId, { open }),
  };
}
