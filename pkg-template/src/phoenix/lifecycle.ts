import { callsOf } from "../claim.js";
import type { PendingElicitation, SetPendingElicitation } from "./elicitation.js";
import { ASK_USER } from "./elicitation.js";
import { createSay } from "./catalogue.js";
import { type AddToolOutput, claimIn, endWork, errorOutput, interruptedOutput, type Undone } from "./decision.js";
import { type AgentToolDispatcher, isServerExecuted } from "./dispatch.js";
import type { PhoenixOptions } from "./family.js";
import { isRehydratableAgentTool, PHOENIX_TOOLS } from "./tools.js";

/** The part of Phoenix's store that clean-up needs: the maps, and their setters by name. */
export interface PendingStore {
  readonly getState: () => object;
}

/** The names of all tools whose entries are cleaned up, after Stop and after a rewind alike. */
export const PENDING_TOOL_NAMES: readonly string[] = [...PHOENIX_TOOLS]
  .filter(([name, { setter }]) => setter !== undefined || name === ASK_USER)
  .map(([name]) => name);

/** A rewind drops the calls of a turn: what they proposed may not be accepted any more. */
export const REWIND_CLEANUP_TOOL_NAMES: readonly string[] = PENDING_TOOL_NAMES;

/**
 * Takes a call's entry out of its map, whatever the family, and its call out of the ledger under the state.
 * A reference to it that somebody still holds decides nothing any more. Sends nothing.
 */
export function cleanupPendingToolState(call: { readonly agentStore: PendingStore; readonly toolName: string; readonly toolCallId: string }): void {
  takeBack(call.agentStore.getState(), call.toolName, call.toolCallId);
}

/** Takes a call back that nobody has decided yet. Tells how far it was; nothing where its answer comes from elsewhere. */
function takeBack(state: object, toolName: string, toolCallId: string): Exclude<Undone, "answering"> | undefined {
  const calls = callsOf(state);
  if (calls?.takeBack(toolCallId) === false) return undefined;
  const { slice = "", setter = "" } = toolName === ASK_USER ? { setter: "setPendingElicitation" } : (PHOENIX_TOOLS.get(toolName) ?? {});
  const set: unknown = Reflect.get(state, setter);
  const claim = typeof set === "function" ? claimIn(set, toolCallId) : undefined;
  if (claim?.state() === "decided") return undefined;
  const undone = endWork(toolCallId, calls?.slice);
  if (undone === "answering") return undefined;
  claim?.withdraw();
  const map: unknown = Reflect.get(state, slice);
  if (toolName === ASK_USER) cleanupElicitation(state, toolCallId);
  else if (typeof set === "function" && typeof map === "object" && map !== null && Object.hasOwn(map, toolCallId)) {
    (set as (toolCallId: string, entry: null) => unknown)(toolCallId, null);
  }
  return undone;
}

/** Sends again what could not be sent of a call that was decided. Whoever decided hears of it when it fails again. */
function sendAgain(state: object, toolName: string, toolCallId: string): void {
  callsOf(state)?.sendAgain(toolCallId);
  const set: unknown = Reflect.get(state, toolName === ASK_USER ? "setPendingElicitation" : (PHOENIX_TOOLS.get(toolName)?.setter ?? ""));
  if (typeof set === "function") claimIn(set, toolCallId)?.sendAgain().catch(() => undefined);
}

function cleanupElicitation(state: object, toolCallId: string): void {
  const { pendingElicitationBySessionId = {}, setPendingElicitation } = state as {
    readonly pendingElicitationBySessionId?: Readonly<Record<string, PendingElicitation | undefined>>;
    readonly setPendingElicitation?: SetPendingElicitation;
  };
  if (setPendingElicitation === undefined) return;
  for (const [sessionId, elicitation] of Object.entries(pendingElicitationBySessionId)) {
    if (elicitation?.toolCallId === toolCallId) setPendingElicitation(sessionId, null);
  }
}

/** A part of a message, as the AI SDK has it. */
export interface MessagePart {
  readonly type: string;
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly state?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
  readonly callProviderMetadata?: unknown;
  readonly input?: unknown;
}

export interface Message {
  readonly role: string;
  readonly parts: readonly MessagePart[];
}

interface Call extends MessagePart {
  readonly toolCallId: string;
}

const RESOLVED: ReadonlySet<string> = new Set(["output-available", "output-error", "output-denied"]);
const UNRESOLVED: ReadonlySet<string> = new Set(["input-streaming", "input-available", "approval-requested", "approval-responded"]);

function callsIn(parts: readonly MessagePart[]): Call[] {
  return parts.filter((part): part is Call => typeof part.toolCallId === "string" && (part.type.startsWith("tool-") || part.type === "dynamic-tool"));
}

function nameOf({ type, toolName }: MessagePart): string {
  return toolName ?? type.slice("tool-".length);
}

function lastAssistant(messages: readonly Message[]): Message | undefined {
  const last = messages.at(-1);
  return last?.role === "assistant" ? last : undefined;
}

/** Cleans up what a transcript shows as resolved, in any assistant message. */
export function cleanupResolvedPendingToolState({ agentStore, messages }: { readonly agentStore: PendingStore; readonly messages: readonly Message[] }): void {
  for (const { role, parts } of messages) {
    if (role !== "assistant") continue;
    for (const call of callsIn(parts)) {
      if (RESOLVED.has(call.state ?? "")) cleanupPendingToolState({ agentStore, toolName: nameOf(call), toolCallId: call.toolCallId });
    }
  }
}

/** Ids of calls that were interrupted on this page. */
export type InterruptedIds = Readonly<Partial<Record<string, true>>>;

function isInterrupted({ toolCallId, callProviderMetadata }: Call, ids: InterruptedIds): boolean {
  const { phoenix } = (callProviderMetadata ?? {}) as { readonly phoenix?: { readonly outcome?: unknown } };
  return (Object.hasOwn(ids, toolCallId) && ids[toolCallId] === true) || phoenix?.outcome === "interrupted";
}

/**
 * Whether the agent goes on by itself: all calls of the last step have their answers, and no call of the last
 * message was interrupted. An ordinary error is an answer.
 */
export function shouldSendAutomatically(chat: { readonly messages: readonly Message[]; readonly locallyInterruptedToolCallIds: InterruptedIds }): boolean {
  const { messages, locallyInterruptedToolCallIds } = chat;
  const parts = lastAssistant(messages)?.parts ?? [];
  if (callsIn(parts).some((call) => isInterrupted(call, locallyInterruptedToolCallIds))) return false;
  const step = parts.slice(parts.map(({ type }) => type).lastIndexOf("step-start") + 1);
  const calls = callsIn(step).filter(({ providerExecuted }) => providerExecuted !== true);
  return calls.length > 0 && calls.every(({ state = "" }) => RESOLVED.has(state) || state === "approval-responded");
}

/** Whether a call of the last message still waits for its answer. */
export function shouldKeepTurnOpen({ messages }: { readonly messages: readonly Message[] }): boolean {
  return callsIn(lastAssistant(messages)?.parts ?? []).some(({ state = "" }) => UNRESOLVED.has(state));
}

/** A message as it is sent: what was interrupted on this page says so. The same object where nothing was. */
export function stampInterrupted<M extends Message>(message: M, locallyInterruptedToolCallIds: InterruptedIds): M {
  const stamped = message.parts.map((part) => {
    const { toolCallId, callProviderMetadata } = part;
    if (toolCallId === undefined || !Object.hasOwn(locallyInterruptedToolCallIds, toolCallId)) return part;
    const metadata = (callProviderMetadata ?? {}) as { readonly phoenix?: object };
    return { ...part, callProviderMetadata: { ...metadata, phoenix: { ...metadata.phoenix, outcome: "interrupted" } } };
  });
  return stamped.every((part, index) => part === message.parts[index]) ? message : { ...message, parts: stamped };
}

/** Calls whose interruption is on its way, by the store that they were open in. */
const interruptions = new WeakMap<object, Set<string>>();

export interface InterruptOptions extends PhoenixOptions {
  readonly agentStore: PendingStore;
  /** The chat's messages. */
  readonly transcript: readonly Message[];
  readonly markToolCallInterrupted: (toolCallId: string) => unknown;
  readonly addToolOutput: AddToolOutput;
}

/**
 * The person stops the turn, or writes on in spite of it: every call of the last message that is still open is
 * marked, cleaned up and answered. One that was decided, or that the ledger has ended, is only marked: its answer
 * is on its way, and sent again where the sender had failed. What fails for one call keeps neither it nor any other
 * from its answer; the first error is thrown in the end.
 */
export async function interruptUnresolvedToolCalls(options: InterruptOptions): Promise<void> {
  const { agentStore, transcript, markToolCallInterrupted, addToolOutput } = options;
  const say = createSay(options.messages);
  const inFlight = interruptions.get(agentStore) ?? new Set<string>();
  interruptions.set(agentStore, inFlight);
  const open = callsIn(lastAssistant(transcript)?.parts ?? []).filter(({ state = "" }) => UNRESOLVED.has(state));
  const answers = open.map(async (call) => {
    const { toolCallId } = call;
    const toolName = nameOf(call);
    const errors: unknown[] = [];
    const tried = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (thrown) {
        errors.push(thrown);
        return undefined;
      }
    };
    tried(() => markToolCallInterrupted(toolCallId));
    if (inFlight.has(toolCallId)) return;
    let undone = "nothing" as Undone | undefined;
    tried(() => {
      const state = agentStore.getState();
      undone = takeBack(state, toolName, toolCallId);
      if (undone === undefined) sendAgain(state, toolName, toolCallId);
    });
    if (undone !== undefined) {
      inFlight.add(toolCallId);
      try {
        await addToolOutput(interruptedOutput(toolName, toolCallId, say(undone === "running" ? "USER_INTERRUPT_RUNNING" : "USER_INTERRUPT")));
        tried(() => callsOf(agentStore.getState())?.answered(toolCallId));
      } finally {
        inFlight.delete(toolCallId);
      }
    }
    if (errors.length > 0) throw errors[0];
  });
  const failed = (await Promise.allSettled(answers)).find((answer) => answer.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

export interface RestageOptions extends PhoenixOptions {
  readonly agentStore: PendingStore;
  /** The chat's messages, as they were loaded. */
  readonly transcript: readonly Message[];
  readonly dispatch: AgentToolDispatcher;
  readonly sessionId: string | null;
  readonly addToolOutput: AddToolOutput;
}

/**
 * What a reload left open in the last message comes before the person again, whatever the mode: a stored bypass
 * accepts nothing. A call that can't be asked again is answered so. What fails for one call keeps no other from
 * its answer; the first error is thrown in the end.
 */
export async function restageUnresolvedToolCalls(options: RestageOptions): Promise<void> {
  const { agentStore, transcript, dispatch, sessionId, addToolOutput } = options;
  const say = createSay(options.messages);
  const open = callsIn(lastAssistant(transcript)?.parts ?? []).filter(({ state }) => state === "input-available");
  const answers = open.map(async (call) => {
    const { toolCallId, input, callProviderMetadata: providerMetadata } = call;
    const toolName = nameOf(call);
    const toolCall = { toolCallId, toolName, input, providerMetadata };
    if (isServerExecuted(toolCall) || call.providerExecuted === true) return;
    if (isRehydratableAgentTool(toolName)) await dispatch({ toolCall, sessionId, addToolOutput, restaged: true });
    // A ledger that was hydrated may have it, or its answer.
    else if (takeBack(agentStore.getState(), toolName, toolCallId) !== undefined) await addToolOutput(errorOutput(toolName, toolCallId, say("NOT_RESTORED")));
  });
  const failed = (await Promise.allSettled(answers)).find((answer) => answer.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
