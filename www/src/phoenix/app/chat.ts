import type { ToolOutput } from "countersign";
import {
  type AgentToolDispatcher,
  interruptUnresolvedToolCalls,
  restageUnresolvedToolCalls,
  shouldKeepTurnOpen,
  shouldSendAutomatically,
  stampInterrupted,
} from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";
import type { AgentStore } from "./agentStore.ts";
import { isToolPart, type Message, type Part, type RecordedCall, toolNameOf, type ToolPart, withOutput } from "./transcript.ts";
import { goesOn, reply } from "./words.ts";

export interface Session {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
}

/** A call, and every answer that was sent to it. */
export interface Answered {
  readonly key: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly outputs: readonly ToolOutput[];
}

export interface ChatState {
  /** Oldest first; never empty. */
  readonly sessions: readonly Session[];
  /** The session that is on the page. */
  readonly activeId: string;
  /** One line for every call of any session, also of deleted ones. */
  readonly log: readonly Answered[];
  /** How many were made, so that none has the id of an earlier one. */
  readonly counts: { readonly sessions: number; readonly messages: number; readonly calls: number };
}

/** The conversation with the recorded agent, as the AI SDK's chat keeps one. */
export interface Chat extends State<ChatState> {
  /** The person asks, and the agent calls. While calls wait, these are further calls of the same step. */
  readonly ask: (text: string, calls: readonly RecordedCall[]) => void;
  /** The person writes on, in spite of what waits: that is interrupted. */
  readonly write: (text: string) => void;
  /** Interrupts what waits in the session that is on the page. */
  readonly stop: () => void;
  readonly newSession: () => void;
  readonly show: (sessionId: string) => void;
  /** Deletes the session that is on the page, and answers what waits in it. */
  readonly deleteSession: () => void;
  /** Where answers go, whoever makes them: into their part, and into the log. */
  readonly addToolOutput: (output: ToolOutput) => void;
  /** After a reload: asks again what may be asked again, and answers the rest. */
  readonly resume: () => void;
}

export interface ChatOptions {
  readonly initial: ChatState;
  readonly agentStore: AgentStore;
  readonly dispatch: AgentToolDispatcher;
}

const sessionOf = (number: number): Session => ({ id: `session_${number}`, title: `Chat ${number}`, messages: [] });

export const newChat: ChatState = {
  sessions: [sessionOf(1)],
  activeId: sessionOf(1).id,
  log: [],
  counts: { sessions: 1, messages: 0, calls: 0 },
};

export const activeSession = ({ sessions, activeId }: ChatState): Session => {
  const active = sessions.find(({ id }) => id === activeId);
  if (active === undefined) throw new Error(`There is no session ${activeId}.`);
  return active;
};

export function createChat({ initial, agentStore, dispatch }: ChatOptions): Chat {
  const state = createState(initial);

  const count = (what: keyof ChatState["counts"]): number => {
    const next = state.get().counts[what] + 1;
    state.update((current) => ({ ...current, counts: { ...current.counts, [what]: next } }));
    return next;
  };
  const change = (sessionId: string, messages: (messages: readonly Message[]) => readonly Message[]): void =>
    state.update((current) => ({
      ...current,
      sessions: current.sessions.map((session) =>
        session.id === sessionId ? { ...session, messages: stamped(messages(session.messages), agentStore) } : session,
      ),
    }));
  const say = (sessionId: string, role: Message["role"], parts: readonly Part[]): void => {
    const id = `message_${count("messages")}`;
    change(sessionId, (messages) => [...messages, { id, role, parts }]);
  };
  /** Lets the last message go on. */
  const extend = (sessionId: string, parts: readonly Part[]): void =>
    change(sessionId, (messages) =>
      messages.map((message, index) =>
        index === messages.length - 1 ? { ...message, parts: [...message.parts, ...parts] } : message,
      ),
    );

  const partOf = ({ toolName, input }: RecordedCall): ToolPart => ({
    type: `tool-${toolName}`,
    toolCallId: `call_${count("calls")}`,
    state: "input-available",
    input,
    callProviderMetadata: { phoenix: { toolExecutionEnvironment: "client" } },
  });
  const run = (sessionId: string, part: ToolPart): void => {
    const toolCall = { toolCallId: part.toolCallId, toolName: toolNameOf(part), input: part.input };
    void dispatch({ toolCall, sessionId, addToolOutput });
  };

  function addToolOutput(output: ToolOutput): void {
    const { toolCallId, tool } = output;
    const { markToolCallInterrupted } = agentStore.getState();
    // Before the turn may go on.
    if (output.state === "output-error" && output.outcome === "interrupted") markToolCallInterrupted(toolCallId);
    state.update(({ log, ...current }) => ({ ...current, log: logged(log, toolCallId, tool, [output]) }));
    const session = state.get().sessions.find(({ messages }) => messages.some(({ parts }) => parts.some((part) => isToolPart(part) && part.toolCallId === toolCallId)));
    // Its session is deleted.
    if (session === undefined) return;
    change(session.id, (messages) => withOutput(messages, output));
    goOn(session.id);
  }

  function goOn(sessionId: string): void {
    const { messages = [] } = state.get().sessions.find(({ id }) => id === sessionId) ?? {};
    const { locallyInterruptedToolCallIds } = agentStore.getState();
    if (!shouldSendAutomatically({ messages, locallyInterruptedToolCallIds })) return;
    const { parts = [] } = messages.at(-1) ?? {};
    const step = parts.slice(parts.findLastIndex(({ type }) => type === "step-start") + 1).filter(isToolPart);
    extend(sessionId, [{ type: "step-start" }, { type: "text", text: goesOn(step) }]);
  }

  const interrupt = ({ messages }: Session): void => {
    const { markToolCallInterrupted } = agentStore.getState();
    void interruptUnresolvedToolCalls({ agentStore, transcript: messages, markToolCallInterrupted, addToolOutput });
  };

  return {
    ...state,
    addToolOutput,
    ask: (text, calls) => {
      const { id, messages } = activeSession(state.get());
      const parts = calls.map(partOf);
      for (const part of parts) state.update(({ log, ...current }) => ({ ...current, log: logged(log, part.toolCallId, toolNameOf(part), []) }));
      if (shouldKeepTurnOpen({ messages })) extend(id, parts);
      else {
        say(id, "user", [{ type: "text", text }]);
        say(id, "assistant", [{ type: "step-start" }, ...parts]);
      }
      for (const part of parts) run(id, part);
    },
    write: (text) => {
      interrupt(activeSession(state.get()));
      const { activeId } = state.get();
      say(activeId, "user", [{ type: "text", text }]);
      say(activeId, "assistant", [{ type: "step-start" }, { type: "text", text: reply }]);
    },
    stop: () => interrupt(activeSession(state.get())),
    newSession: () => {
      const session = sessionOf(count("sessions"));
      state.update((current) => ({ ...current, sessions: [...current.sessions, session], activeId: session.id }));
    },
    show: (activeId) => state.update((current) => ({ ...current, activeId })),
    deleteSession: () => {
      const { activeId } = state.get();
      agentStore.getState().clearSessionEphemeralState(activeId);
      // What is still worked out has no entry yet.
      interrupt(activeSession(state.get()));
      const next = state.get().sessions.length > 1 ? undefined : sessionOf(count("sessions"));
      state.update((current) => {
        const sessions = [...current.sessions.filter(({ id }) => id !== activeId), ...(next === undefined ? [] : [next])];
        return { ...current, sessions, activeId: sessions.at(-1)?.id ?? activeId };
      });
    },
    resume: () => {
      for (const { id, messages } of state.get().sessions) void restageUnresolvedToolCalls({ agentStore, transcript: messages, dispatch, sessionId: id, addToolOutput });
    },
  };
}

/** The messages as they are sent and kept: what was interrupted says so. */
function stamped(messages: readonly Message[], agentStore: AgentStore): readonly Message[] {
  const { locallyInterruptedToolCallIds } = agentStore.getState();
  return messages.map((message) => stampInterrupted(message, locallyInterruptedToolCallIds));
}

function logged(log: readonly Answered[], toolCallId: string, toolName: string, outputs: readonly ToolOutput[]): readonly Answered[] {
  if (!log.some((line) => line.toolCallId === toolCallId)) return [...log, { key: toolCallId, toolCallId, toolName, outputs }];
  return log.map((line) => (line.toolCallId === toolCallId ? { ...line, outputs: [...line.outputs, ...outputs] } : line));
}
