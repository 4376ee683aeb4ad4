import { ASK_USER, PHOENIX_TOOLS } from "countersign/phoenix";
import type { AgentState } from "./agentStore.ts";
import { isToolPart, type Message, toolNameOf, type ToolPart } from "./transcript.ts";

/** What a card's buttons call. */
export interface Decidable {
  accept?(): unknown;
  reject?(): unknown;
}

/** Questions are answered in their own card. */
const ownAnswer: Decidable = {};

/** The entry that a call waits with, in the map of its tool or as its session's questions. */
export function entryOf(state: AgentState, part: ToolPart, sessionId: string): Decidable | undefined {
  const toolName = toolNameOf(part);
  if (toolName === ASK_USER) {
    const asked = state.pendingElicitationBySessionId[sessionId];
    return asked?.toolCallId === part.toolCallId ? ownAnswer : undefined;
  }
  const slice = PHOENIX_TOOLS.get(toolName)?.slice;
  const map: unknown = slice === undefined ? undefined : Reflect.get(state, slice);
  return (map as Readonly<Record<string, Decidable | undefined>> | undefined)?.[part.toolCallId];
}

/** The calls of a session that wait for the person, oldest first. */
export const waitingIn = (state: AgentState, sessionId: string, messages: readonly Message[]): readonly ToolPart[] =>
  messages.flatMap(({ parts }) => parts.filter(isToolPart)).filter((part) => entryOf(state, part, sessionId) !== undefined);
