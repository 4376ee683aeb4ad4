import type { Approval, ApprovalStore, ToolCall, ToolOutput } from "countersign";
import type { DispatchResult, ToolRegistry } from "countersign/registry";
import { createState, type State } from "../app/state.ts";
import type { AgentState, Answered, CallEntry, Entry, Turn } from "./conversation.ts";
import { chatEnded, nothingOpen, ownCallAsk, turnStopped, whyNotRegistered } from "./words.ts";

/** The other side of the conversation. It knows only what its tool calls were answered. */
export interface Agent extends State<AgentState> {
  /** Takes a request of the person's. The turn goes on until `work` is done, or the person stops it. */
  readonly takeTurn: (ask: string, work: (turn: Turn) => Promise<unknown>) => Promise<void>;
  /** Says something in a turn that goes on. */
  readonly say: (turn: Turn, text: string) => void;
  /** Makes a tool call and waits for its answer. Never waits when the call was not registered. */
  readonly call: (turn: Turn, call: NewCall, scriptId?: string) => Promise<ToolOutput | undefined>;
  /** Answers a call that could not even be read. */
  readonly refuse: (toolName: string, input: string, errorText: string) => void;
  /** Stops the turn that began last: what waits in it is cancelled, and so are calls that still arrive. */
  readonly stopTurn: () => void;
  /** Ends the chat, with an answer to everything that waits in it, and begins an empty one. */
  readonly startChat: () => void;
  /** Where the store sends the answers. */
  readonly receive: (output: ToolOutput) => void;
  readonly setOnline: (online: boolean) => void;
  readonly setDeadline: (deadlineMs: number | undefined) => void;
  readonly connect: (store: ApprovalStore, registry: ToolRegistry) => void;
}

export type NewCall = Omit<ToolCall, "toolCallId"> & { readonly toolCallId?: string };

const sessionIdOf = (chat: number): string => `chat_${chat}`;

export function createAgent(): Agent {
  const state = createState<AgentState>({
    sessionId: sessionIdOf(1),
    entries: [],
    turns: [],
    answered: [],
    online: true,
    deadlineMs: undefined,
  });
  const waiting = new Map<string, (output: ToolOutput) => void>();
  let connection: { store: ApprovalStore; registry: ToolRegistry } | undefined;
  const counts = { chats: 1, turns: 0, calls: 0, texts: 0 };
  /** Whether the person was asked anything since the session was last settled. */
  let asked = false;

  const connected = () => {
    if (connection === undefined) throw new Error("The agent has no store yet: call connect first.");
    return connection;
  };
  const freshId = (): string => {
    counts.calls += 1;
    return `call_${counts.calls}`;
  };
  const add = (entry: Entry): void => state.update((current) => ({ ...current, entries: [...current.entries, entry] }));
  const write = (kind: Exclude<Entry["kind"], "call">, text: string): void => {
    counts.texts += 1;
    add({ kind, key: `text-${counts.texts}`, text });
  };
  const endTurn = (turn: Turn): void =>
    state.update((current) => ({ ...current, turns: current.turns.filter(({ id }) => id !== turn.id) }));

  const changeLine = (key: string, fresh: Answered, change: (line: Answered) => Answered): void =>
    state.update((current) => ({
      ...current,
      answered: current.answered.some((line) => line.key === key)
        ? current.answered.map((line) => (line.key === key ? change(line) : line))
        : [...current.answered, change(fresh)],
    }));

  /** Puts a registered call into the conversation that it belongs to. Its answer may have arrived before. */
  const list = (sessionId: string, call: ToolCall, result: DispatchResult, scriptId?: string): string | undefined => {
    const isHere = sessionId === state.get().sessionId;
    if (result.result !== "registered") {
      if (isHere) write("notice", whyNotRegistered(call.toolCallId, result));
      return undefined;
    }
    const { toolCallId, toolName, generation } = result.approval;
    const key = keyOf(toolCallId, generation);
    const now = connected().store.getApproval(toolCallId);
    const entry: CallEntry = {
      kind: "call",
      key,
      toolCallId,
      generation,
      ...(now?.outcome !== undefined && { settled: now }),
      ...(scriptId !== undefined && { scriptId }),
    };
    if (isHere) add(entry);
    changeLine(key, { key, toolCallId, generation, toolName, outputs: [] }, (line) => line);
    return key;
  };

  const keepSettled = (approval: Approval): void => {
    const key = keyOf(approval.toolCallId, approval.generation);
    state.update((current) => ({
      ...current,
      entries: current.entries.map((entry) =>
        entry.kind === "call" && entry.key === key ? { ...entry, settled: approval } : entry,
      ),
    }));
  };

  return {
    ...state,
    takeTurn: async (ask, work) => {
      counts.turns += 1;
      const turn: Turn = { id: `turn_${counts.turns}`, sessionId: state.get().sessionId, ask };
      write("person", ask);
      state.update((current) => ({ ...current, turns: [...current.turns, turn] }));
      try {
        await work(turn);
      } finally {
        endTurn(turn);
      }
    },
    say: (turn, text) => {
      if (state.get().turns.some(({ id }) => id === turn.id)) write("agent", text);
    },
    call: async ({ sessionId, id: turnId }, { toolCallId = freshId(), ...rest }, scriptId) => {
      const call: ToolCall = { toolCallId, ...rest };
      const { deadlineMs } = state.get();
      const result = connected().registry.dispatch(call, { sessionId, turnId, deadlineMs });
      const key = list(sessionId, call, result, scriptId);
      if (key === undefined) return undefined;
      const [answer] = state.get().answered.find((line) => line.key === key)?.outputs ?? [];
      return answer ?? new Promise<ToolOutput>((resolve) => waiting.set(key, resolve));
    },
    refuse: (toolName, input, errorText) => {
      write("person", ownCallAsk);
      const call = { toolCallId: freshId(), toolName, input };
      list(state.get().sessionId, call, connected().store.refuse(call, "invalid_input", errorText));
    },
    stopTurn: () => {
      const turn = state.get().turns.at(-1);
      if (turn === undefined) return;
      endTurn(turn);
      write("note", turnStopped(turn.ask));
      connected().store.abortTurn(turn.sessionId, turn.id);
    },
    startChat: () => {
      const { store } = connected();
      const ended = state.get().sessionId;
      const open = store.getSnapshot().queue(ended).length;
      counts.chats += 1;
      asked = false;
      state.update((current) => ({ ...current, sessionId: sessionIdOf(counts.chats), entries: [], turns: [] }));
      store.endSession(ended);
      write("note", chatEnded(open));
    },
    receive: (output) => {
      if (!state.get().online) throw new Error("The agent cannot be reached.");
      const { toolCallId, tool } = output;
      const generation = connected().store.getApproval(toolCallId)?.generation ?? 1;
      const key = keyOf(toolCallId, generation);
      changeLine(key, { key, toolCallId, generation, toolName: tool, outputs: [] }, (line) => ({
        ...line,
        outputs: [...line.outputs, output],
      }));
      waiting.get(key)?.(output);
      waiting.delete(key);
    },
    setOnline: (online) => {
      state.update((current) => ({ ...current, online }));
      if (online) connected().store.redeliver();
    },
    setDeadline: (deadlineMs) => state.update((current) => ({ ...current, deadlineMs })),
    connect: (store, registry) => {
      connection = { store, registry };
      for (const event of ["settled", "delivered", "undelivered"] as const) store.on(event, keepSettled);
      store.on("pending", ({ sessionId }) => {
        asked ||= sessionId === state.get().sessionId;
      });
      // A session also settles when the agent only read, which nobody needs to be told.
      store.on("sessionSettled", (sessionId) => {
        if (!asked || sessionId !== state.get().sessionId) return;
        asked = false;
        write("note", nothingOpen(state.get()));
      });
    },
  };
}

const keyOf = (toolCallId: string, generation: number): string => `${generation}:${toolCallId}`;
