import type { DispatchResult } from "countersign/registry";
import type { AgentState } from "./conversation.ts";

export type NotRegistered = Exclude<DispatchResult, { readonly result: "registered" }>;

export function whyNotRegistered(toolCallId: string, result: NotRegistered): string {
  switch (result.result) {
    case "repeated":
      return `${toolCallId} is the same call again, and is being handled already. Nothing was added.`;
    case "alreadySettled":
      return `${toolCallId} was answered before (${result.outcome.status}). Nothing was sent again.`;
    case "refused":
      return `${toolCallId} was not taken. ${result.message}`;
    case "ignored":
      return `${toolCallId} is run by the server, so nothing happens here.`;
  }
}

export function nothingOpen({ turns, online }: AgentState): string {
  if (turns.length === 0) return "Nothing is open any more.";
  return online
    ? "Nothing is open any more. The agent can go on."
    : "Nothing is open any more. The agent can go on when the answers reach it.";
}

/** What the person says who hands over a tool call. */
export const ownCallAsk = "Make this tool call.";

export const turnStopped = (ask: string): string => `You stopped the agent's turn “${ask}”`;

export function chatEnded(waiting: number): string {
  if (waiting === 0) return "A new chat. Nothing waited in the last one.";
  return waiting === 1
    ? "A new chat. The proposal that waited in the last one was cancelled."
    : `A new chat. The ${waiting} proposals that waited in the last one were cancelled.`;
}
