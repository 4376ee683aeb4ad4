import type { Approval, ApprovalStore, JsonValue, ToolCall, ToolOutput } from "countersign";
import type { DispatchResult, ToolRegistry } from "countersign/registry";
import { createState, type State } from "../app/state.ts";
import { asKnownTo, asNewTo } from "./afterReload.ts";
import { isUse, type AgentState, type Answered, type CallEntry, type Entry, type TextKind, type Turn, type Use } from "./conversation.ts";
import { chatEnded, nothingOpen, ownCallAsk, reloaded, turnStopped, whyNotRegistered } from "./words.ts";

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
  /**
   * Goes on after a reload with what the store knows again. Calls that it does not know are made again
   * or answered with an error; the turns that made them are over.
   */
  readonly resume: () => void;
}

export type NewCall = Omit<ToolCall, "toolCallId"> & { readonly toolCallId?: string };

const sessionIdOf = (chat: number): string => `chat_${chat}`;

export const newConversation: AgentState = {
  sessionId: sessionIdOf(1),
  entries: [],
  turns: [],
  answered: [],
  counts: { chats: 1, turns: 0, calls: 0 },
  online: true,
  deadlineMs: undefined,
};

export function createAgent(initial: AgentState): Agent {
  const state = createState(initial);
  const unanswered = initial.answered.filter(({ outputs }) => outputs.length === 0);
  const waiting = new Map<string, (output: ToolOutput) => void>();
  let connection: { store: ApprovalStore; registry: ToolRegistry } | undefined;
  let keys = 0;
  /** Whether the person was asked anything since the session was last settled. */
  let asked = false;

  const connected = () => {
    if (connection === undefined) throw new Error("The agent has no store yet: call connect first.");
    return connection;
  };
  const freshKey = (): string => {
    keys += 1;
    return `new-${keys}`;
  };
  const countOne = (what: keyof AgentState["counts"]): number => {
    const count = state.get().counts[what] + 1;
    state.update((current) => ({ ...current, counts: { ...current.counts, [what]: count } }));
    return count;
  };
  const freshId = (): string => `call_${countOne("calls")}`;
  const add = (entry: Entry): void => state.update((current) => ({ ...current, entries: [...current.entries, entry] }));
  const write = (kind: TextKind, text: string): void => add({ kind, key: freshKey(), text });
  const endTurn = (turn: Turn): void =>
    state.update((current) => ({ ...current, turns: current.turns.filter(({ id }) => id !== turn.id) }));

  /** The line of a call in the list of answers, as it is now; a new one where there is none. */
  const lineOf = (use: Use, toolName: string, input: JsonValue = null): Answered => {
    const known = state.get().answered.find((line) => isUse(line, use));
    if (known !== undefined) return known;
    const { toolCallId, generation } = use;
    const line = { key: freshKey(), toolCallId, generation, toolName, input, outputs: [] };
    state.update((current) => ({ ...current, answered: [...current.answered, line] }));
    return line;
  };

  /** Puts a registered call into the conversation that it belongs to. Its answer may have arrived before. */
  const list = (sessionId: string, call: ToolCall, result: DispatchResult, scriptId?: string): Answered | undefined => {
    const isHere = sessionId === state.get().sessionId;
    if (result.result !== "registered") {
      if (isHere) write("notice", whyNotRegistered(call.toolCallId, result));
      return undefined;
    }
    const { toolCallId, toolName, generation, proposed } = result.approval;
    const now = connected().store.getApproval(toolCallId);
    const entry: CallEntry = {
      kind: "call",
      key: freshKey(),
      toolCallId,
      generation,
      firstGeneration: generation,
      ...(now?.outcome !== undefined && { settled: now }),
      ...(scriptId !== undefined && { scriptId }),
    };
    if (isHere) add(entry);
    return lineOf(result.approval, toolName, proposed);
  };

  const keepSettled = (approval: Approval): void =>
    state.update((current) => ({
      ...current,
      entries: current.entries.map((entry) =>
        entry.kind === "call" && isUse(entry, approval) ? { ...entry, settled: approval } : entry,
      ),
    }));

  /** The same call goes on as its next generation. */
  const followRebase = ({ toolCallId, generation }: Approval): void => {
    const last = { toolCallId, generation: generation - 1 };
    state.update((current) => ({
      ...current,
      entries: current.entries.map((entry) =>
        entry.kind === "call" && isUse(entry, last) ? { ...entry, generation } : entry,
      ),
      answered: current.answered.map((line) => (isUse(line, last) ? { ...line, generation } : line)),
    }));
  };

  return {
    ...state,
    takeTurn: async (ask, work) => {
      const turn: Turn = { id: `turn_${countOne("turns")}`, sessionId: state.get().sessionId, ask };
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
      const line = list(sessionId, call, result, scriptId);
      if (line === undefined) return undefined;
      return line.outputs[0] ?? new Promise<ToolOutput>((resolve) => waiting.set(line.key, resolve));
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
      const sessionId = sessionIdOf(countOne("chats"));
      asked = false;
      state.update((current) => ({ ...current, sessionId, entries: [], turns: [] }));
      store.endSession(ended);
      write("note", chatEnded(open));
    },
    receive: (output) => {
      if (!state.get().online) throw new Error("The agent cannot be reached.");
      const { toolCallId, tool } = output;
      const generation = connected().store.getApproval(toolCallId)?.generation ?? 1;
      const { key } = lineOf({ toolCallId, generation }, tool);
      state.update((current) => ({
        ...current,
        answered: current.answered.map((line) =>
          line.key === key ? { ...line, outputs: [...line.outputs, output] } : line,
        ),
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
      store.on("rebasing", followRebase);
      for (const event of ["pending", "restored"] as const) {
        store.on(event, ({ status, sessionId }) => {
          asked ||= status === "pending" && sessionId === state.get().sessionId;
        });
      }
      // A session also settles when the agent only read, which nobody needs to be told.
      store.on("sessionSettled", (sessionId) => {
        if (!asked || sessionId !== state.get().sessionId) return;
        asked = false;
        write("note", nothingOpen(state.get()));
      });
    },
    resume: () => {
      const { store, registry } = connected();
      state.update((current) => asNewTo(store, current, unanswered));
      registry.restage(unanswered, { sessionId: state.get().sessionId });
      state.update((current) => asKnownTo(store, current));
      write("reload", reloaded(unanswered.flatMap(({ toolCallId }) => store.getApproval(toolCallId) ?? [])));
    },
  };
}
