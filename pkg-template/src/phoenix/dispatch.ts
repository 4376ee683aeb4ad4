import { CountersignError, wordsOf } from "../errors.js";
import { inputText } from "../input-text.js";
import { attempt, type Maybe } from "../maybe.js";
import { createRecent } from "../recent.js";
import type { JsonValue } from "../types.js";
import { createSay, type Say } from "./catalogue.js";
import { type AddToolOutput, availableOutput, beginWork, errorOutput } from "./decision.js";
import type { ClientActionContext, ClientActionResult } from "./action.js";
import type { PhoenixOptions } from "./family.js";

/** A call as Phoenix's chat hands it on. */
export interface AgentToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerMetadata?: unknown;
}

/** Whether the server runs this call and answers it. */
export function isServerExecuted(toolCall: { readonly providerMetadata?: unknown }): boolean {
  return memberOf(memberOf(toolCall.providerMetadata, "phoenix"), "toolExecutionEnvironment") === "server";
}

/** What is asked of a call before anything runs. */
export interface ToolGate {
  readonly name: string;
  /** Capabilities that must be switched on. */
  readonly requiredCapabilities?: readonly string[] | undefined;
  /** The input as the tool takes it, or `null`. */
  readonly parseInput?: ((input: unknown) => unknown) | undefined;
  /** The words for an input that is `null` by then. */
  readonly invalidInputText?: string | ((input: unknown) => string) | undefined;
}

/** A tool that runs by itself, and answers by itself or by what it returns. */
export interface StandaloneTool extends ToolGate {
  readonly execute: (input: unknown, context: DispatchContext & { readonly toolCall: AgentToolCall }) => Maybe<unknown>;
}

/** A tool that a mounted component runs. */
export interface ClientActionTool extends ToolGate {
  readonly notMountedText?: string | undefined;
  /** The words where there is no session, for tools that need one. */
  readonly requireSession?: string | undefined;
  /** Whether the action is told about its call: to answer it by itself. */
  readonly passContext?: boolean | undefined;
  /** `false` where the action answers by itself. Default `true`. */
  readonly emitSuccess?: boolean | undefined;
  /** The output of an action that returns none. */
  readonly defaultOutput?: JsonValue | undefined;
}

export type AgentToolDefinition = StandaloneTool | ClientActionTool;

export interface DispatchContext {
  readonly sessionId: string | null;
  readonly addToolOutput: AddToolOutput;
  /** The call was left open by a reload: a person must see it, whatever the mode. */
  readonly restaged?: boolean | undefined;
}

export interface AgentToolDispatcherOptions extends PhoenixOptions {
  readonly tools: readonly AgentToolDefinition[];
  /** What is mounted now. */
  readonly getClientAction: (name: string) => ((input: unknown, context?: ClientActionContext) => Maybe<ClientActionResult>) | undefined;
  readonly isCapable?: ((capability: string) => boolean) | undefined;
  readonly labelOf?: ((capability: string) => string) | undefined;
}

/**
 * Runs a call and answers it: every call but the server's own, also where a parser or an action throws. A call
 * that was answered through this dispatcher is not run again.
 */
export type AgentToolDispatcher = (call: DispatchContext & { readonly toolCall: AgentToolCall }) => Promise<void>;

/**
 * Routes calls to tools. In this order it asks: is it the server's, is there such a tool, may it run, is its
 * input right, is it mounted, is there a session.
 *
 * @throws CountersignError `invalid_argument` when two tools have one name.
 */
export function createAgentToolDispatcher(options: AgentToolDispatcherOptions): AgentToolDispatcher {
  const say = createSay(options.messages);
  const tools = byName(options.tools, say);
  /** Calls that were answered here, by their inputs. */
  const done = createRecent<string>();
  const running = new Set<string>();
  return async ({ toolCall, addToolOutput, restaged, sessionId: session }) => {
    const { toolCallId, toolName } = toolCall;
    // Hosts without types have `undefined` where there is no session.
    const sessionId = session ?? null;
    const input = inputText(toolCall.input);
    if (isServerExecuted(toolCall) || running.has(toolCallId) || done.get(toolCallId) === input) return;
    running.add(toolCallId);
    const work = beginWork(toolCallId, "running");
    let answered = false;
    const answer: AddToolOutput = (output) =>
      work.answer(() => {
        answered = true;
        done.set(toolCallId, input);
        return attempt(
          () => addToolOutput(output),
          (sent) => sent,
          (thrown) => {
            done.delete(toolCallId);
            throw thrown;
          },
        );
      });
    try {
      const tool = tools.get(toolName);
      const gated = pass(tool, toolCall, say, options);
      if (tool === undefined || !gated.ok) await answer(errorOutput(toolName, toolCallId, gated.ok ? "" : gated.error));
      else if ("execute" in tool) await tool.execute(gated.input, { toolCall, sessionId, addToolOutput: answer, restaged });
      else await runAction(tool, gated.input, toolCall, { sessionId, addToolOutput: answer, restaged }, say, options);
    } catch (thrown) {
      // What has answered, or tried to, has nothing to add: it may even have written.
      if (answered) throw thrown;
      await answer(errorOutput(toolName, toolCallId, wordsOf(thrown) || say("ACTION_FAILED")));
    } finally {
      running.delete(toolCallId);
      work.end();
    }
  };
}

async function runAction(
  tool: ClientActionTool,
  input: unknown,
  { toolCallId }: AgentToolCall,
  { sessionId, ...context }: DispatchContext,
  say: Say,
  { getClientAction }: AgentToolDispatcherOptions,
): Promise<void> {
  const { addToolOutput } = context;
  const refuse = async (errorText: string): Promise<void> => {
    await addToolOutput(errorOutput(tool.name, toolCallId, errorText));
  };
  const action = getClientAction(tool.name);
  if (action === undefined) return refuse(tool.notMountedText ?? say("NOT_MOUNTED", tool.name));
  if (tool.requireSession !== undefined && sessionId === null) return refuse(tool.requireSession);
  const withContext = tool.passContext === true && sessionId !== null;
  const result: ClientActionResult | undefined = await (withContext ? action(input, { toolCallId, sessionId, ...context }) : action(input));
  // An action of a host without types.
  if (result === undefined) return refuse(say("ACTION_FAILED"));
  if (!result.ok) return refuse(String(result.error));
  if (tool.emitSuccess === false) return;
  await addToolOutput(availableOutput(tool.name, toolCallId, result.output ?? tool.defaultOutput ?? say("MSG_DEFAULT_SUCCESS")));
}

export type Passed = { readonly ok: true; readonly input: unknown } | { readonly ok: false; readonly error: string };

/** The questions that need no component: the tool, its capabilities, its input. */
export function pass(
  tool: ToolGate | undefined,
  { toolName, input }: AgentToolCall,
  say: Say,
  { isCapable = () => false, labelOf = String }: Pick<AgentToolDispatcherOptions, "isCapable" | "labelOf">,
): Passed {
  if (tool === undefined) return { ok: false, error: say("UNKNOWN_TOOL", toolName) };
  const missing = (tool.requiredCapabilities ?? []).filter((capability) => !isCapable(capability));
  if (missing.length > 0) return { ok: false, error: say("CAPABILITIES_DISABLED", ...missing.map(labelOf)) };
  const { parseInput, invalidInputText } = tool;
  const parsed = parseInput === undefined ? input : parseInput(input);
  if (parsed !== null || parseInput === undefined) return { ok: true, input: parsed };
  return { ok: false, error: typeof invalidInputText === "function" ? invalidInputText(input) : (invalidInputText ?? say("INVALID_INPUT", toolName)) };
}

export function byName<Tool extends { readonly name: string }>(tools: readonly Tool[], say: Say): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  for (const tool of tools) {
    if (named.has(tool.name)) throw new CountersignError("invalid_argument", say("DUPLICATE_TOOL_NAME", tool.name));
    named.set(tool.name, tool);
  }
  return named;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
