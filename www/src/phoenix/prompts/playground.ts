import type { JsonValue } from "countersign";
import type { LinkedPrompt, PlaygroundInstance, PlaygroundMessage, PlaygroundTool } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";

/** A prompt that is being edited, with its tools. */
export interface Instance extends PlaygroundInstance {
  readonly dirty: boolean;
  readonly prompt: LinkedPrompt | null;
  readonly messages: readonly PlaygroundMessage[];
  readonly tools: readonly PlaygroundTool[];
  readonly toolChoice: JsonValue;
}

/** A prompt as the server has it. */
export interface SavedPrompt {
  readonly id: string;
  readonly name: string;
  readonly versions: readonly { readonly id: string; readonly description: string; readonly tags: readonly string[] }[];
}

export interface PlaygroundState {
  readonly instances: readonly Instance[];
  readonly saved: readonly SavedPrompt[];
  /** The highest ids that were given, also to what is only proposed. */
  readonly lastMessageId: number;
  readonly lastToolId: number;
  readonly lastVersion: number;
}

export interface Playground extends State<PlaygroundState> {
  /** Sets ids aside that were never used, and returns the first. */
  readonly takeIds: (what: "lastMessageId" | "lastToolId", count: number) => number;
  /** The instance has changes that are not saved then. */
  readonly change: (instanceId: number, change: (instance: Instance) => Partial<Instance>) => void;
  readonly remove: (instanceId: number) => void;
}

export function createPlayground({ instances, saved }: Pick<PlaygroundState, "instances" | "saved">): Playground {
  const state = createState<PlaygroundState>({
    instances,
    saved,
    lastMessageId: Math.max(...instances.flatMap(({ messages }) => messages.map(({ id }) => id))),
    lastToolId: Math.max(...instances.flatMap(({ tools }) => tools.map(({ id }) => id))),
    lastVersion: saved.length,
  });
  return {
    ...state,
    takeIds: (what, count) => {
      const first = state.get()[what] + 1;
      state.update((current) => ({ ...current, [what]: current[what] + count }));
      return first;
    },
    change: (instanceId, change) =>
      state.update((current) => ({
        ...current,
        instances: current.instances.map((instance) =>
          instance.id === instanceId ? { ...instance, dirty: true, ...change(instance) } : instance,
        ),
      })),
    remove: (instanceId) =>
      state.update((current) => ({ ...current, instances: current.instances.filter(({ id }) => id !== instanceId) })),
  };
}

/** The letter of an instance by its place, or nothing when it is gone. */
export function labelIn({ instances }: PlaygroundState, instanceId: number): string | undefined {
  const index = instances.findIndex(({ id }) => id === instanceId);
  return index === -1 ? undefined : String.fromCharCode(65 + index);
}
