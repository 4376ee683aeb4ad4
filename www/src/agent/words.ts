import type { Approval } from "countersign";
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

/** What became of the calls that had no answer when the page was closed. */
export function reloaded(calls: readonly Approval[]): string {
  const waiting = calls.filter(({ outcome }) => outcome === undefined).length;
  const interrupted = calls.filter(({ outcome }) => outcome?.status === "failed" && outcome.code === "interrupted").length;
  const undelivered = calls.filter((call) => call.outcome !== undefined && call.delivery === "undelivered").length;
  const waits = waiting === 0 ? "no call waits" : waiting === 1 ? "1 call still waits" : `${waiting} calls still wait`;
  const more = [
    ...(interrupted === 0 ? [] : [interrupted === 1 ? " 1 write was interrupted." : ` ${interrupted} writes were interrupted.`]),
    ...(undelivered === 0 ? [] : [undelivered === 1 ? " 1 answer is still to be sent." : ` ${undelivered} answers are still to be sent.`]),
  ];
  return `The page was reloaded: ${waits}.${more.join("")}`;
}

export const callForgotten = (toolCallId: string): string =>
  `${toolCallId} was answered before the page was reloaded. Its answer is in the list of answers.`;
