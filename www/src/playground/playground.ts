import { createState, type State } from "../app/state.ts";
import type { ImportedMessage } from "./importPrompt.ts";
import { foldOperations, type Operation } from "./operations.ts";
import { labelOf, snapshotOf, type Message, type Prompt, type PromptSnapshot, type Role } from "./prompt.ts";

export interface PlaygroundState {
  readonly prompts: readonly Prompt[];
  /** How long a write takes, in milliseconds. */
  readonly writeMs: number;
  /** The highest message id that was given, also to messages that are only proposed. */
  readonly lastMessageId: number;
}

/** A playground with these prompts, of which nothing happened yet. */
export const playgroundOf = (prompts: readonly Prompt[]): PlaygroundState => ({
  prompts,
  writeMs: 0,
  lastMessageId: Math.max(0, ...prompts.flatMap((prompt) => prompt.messages.map((message) => message.id))),
});

/** The prompts that are being edited: by the person directly, by the agent through proposals. */
export interface Playground extends State<PlaygroundState> {
  /** Throws a sentence for the agent unless the prompt is there and its editor open. */
  readonly snapshot: (instanceId: number | undefined) => PromptSnapshot;
  /** The revision of a prompt, open or closed. */
  readonly revision: (instanceId: number) => string;
  readonly apply: (instanceId: number, operations: readonly Operation[]) => PromptSnapshot;
  readonly changeMessage: (instanceId: number, messageId: number, change: { role?: Role; content?: string }) => void;
  readonly addMessage: (instanceId: number) => void;
  readonly removeMessage: (instanceId: number, messageId: number) => void;
  readonly moveMessage: (instanceId: number, messageId: number, by: -1 | 1) => void;
  readonly replaceMessages: (instanceId: number, messages: readonly ImportedMessage[]) => void;
  /** Somebody else changes the prompt; doing it again takes it back. */
  readonly editByColleague: (instanceId: number) => void;
  readonly setOpen: (instanceId: number, open: boolean) => void;
  readonly setWriteMs: (writeMs: number) => void;
  /** A message id that was never used. */
  readonly takeMessageId: () => number;
}

export function createPlayground(initial: PlaygroundState): Playground {
  const state = createState(initial);

  const takeMessageId = (): number => {
    const lastMessageId = state.get().lastMessageId + 1;
    state.update((current) => ({ ...current, lastMessageId }));
    return lastMessageId;
  };
  const change = (instanceId: number, next: (prompt: Prompt) => Prompt): void => {
    state.update((current) => ({
      ...current,
      prompts: current.prompts.map((prompt) => (prompt.instanceId === instanceId ? next(prompt) : prompt)),
    }));
  };
  const write = (instanceId: number, next: (messages: readonly Message[]) => readonly Message[]): void =>
    change(instanceId, (prompt) => ({ ...prompt, dirty: true, messages: next(prompt.messages) }));

  const shown = (prompt: Prompt): PromptSnapshot => snapshotOf(prompt, state.get().prompts.indexOf(prompt));
  const snapshot = (instanceId: number | undefined): PromptSnapshot =>
    shown(openPrompt(state.get().prompts, instanceId));
  const existing = (instanceId: number): PromptSnapshot => shown(findPrompt(state.get().prompts, instanceId));

  return {
    ...state,
    takeMessageId,
    snapshot,
    revision: (instanceId) => existing(instanceId).revision,
    apply: (instanceId, operations) => {
      write(instanceId, (messages) => foldOperations(messages, operations));
      const ids = operations.flatMap((operation) => (operation.type === "insert_message" ? [operation.messageId] : []));
      state.update((current) => ({ ...current, lastMessageId: Math.max(current.lastMessageId, ...ids) }));
      return existing(instanceId);
    },
    changeMessage: (instanceId, messageId, patch) =>
      write(instanceId, (messages) =>
        messages.map((message) => (message.id === messageId ? { ...message, ...patch } : message)),
      ),
    addMessage: (instanceId) =>
      write(instanceId, (messages) => [...messages, { id: takeMessageId(), role: "user", content: "" }]),
    removeMessage: (instanceId, messageId) =>
      write(instanceId, (messages) => messages.filter((message) => message.id !== messageId)),
    moveMessage: (instanceId, messageId, by) =>
      write(instanceId, (messages) => {
        const from = messages.findIndex((message) => message.id === messageId);
        const moved = messages[from];
        const to = from + by;
        if (moved === undefined || to < 0 || to >= messages.length) return messages;
        return messages.toSpliced(from, 1).toSpliced(to, 0, moved);
      }),
    replaceMessages: (instanceId, messages) =>
      write(instanceId, () => messages.map((message) => ({ ...message, id: takeMessageId() }))),
    editByColleague: (instanceId) => write(instanceId, toggleColleaguesLine),
    setOpen: (instanceId, open) => change(instanceId, (prompt) => ({ ...prompt, open })),
    setWriteMs: (writeMs) => state.update((current) => ({ ...current, writeMs })),
  };
}

const colleaguesLine = "\nThe team is there from 08:00 to 20:00.";

function toggleColleaguesLine([first, ...rest]: readonly Message[]): readonly Message[] {
  if (first === undefined) return [];
  const { content = "" } = first;
  const next = content.endsWith(colleaguesLine) ? content.slice(0, -colleaguesLine.length) : content + colleaguesLine;
  return [{ ...first, content: next }, ...rest];
}

function openPrompt(prompts: readonly Prompt[], instanceId: number | undefined): Prompt {
  if (instanceId === undefined) {
    const [only, ...others] = prompts.filter((prompt) => prompt.open);
    if (only !== undefined && others.length === 0) return only;
    throw new Error(`instanceId is needed to say which prompt. ${listOpen(prompts)}`);
  }
  const found = findPrompt(prompts, instanceId);
  if (found.open) return found;
  const name = `Prompt ${labelOf(prompts.indexOf(found))} (instanceId ${instanceId})`;
  throw new Error(`${name} is closed. Ask the person to open it, then call again.`);
}

function findPrompt(prompts: readonly Prompt[], instanceId: number): Prompt {
  const found = prompts.find((prompt) => prompt.instanceId === instanceId);
  if (found === undefined) throw new Error(`There is no prompt with instanceId ${instanceId}. ${listOpen(prompts)}`);
  return found;
}

function listOpen(prompts: readonly Prompt[]): string {
  const open = prompts.flatMap((prompt, index) =>
    prompt.open ? [`${prompt.instanceId} (prompt ${labelOf(index)})`] : [],
  );
  return open.length === 0 ? "No prompt is open." : `Open now: ${open.join(" and ")}.`;
}
