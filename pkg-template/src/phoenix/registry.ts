import { createToolRegistry, type DispatchedCall, type DispatchResult, type Tool, type ToolRegistry } from "../registry.js";
import type { ApprovalStore, ProposeOptions, ProposeResult, ValidationResult } from "../types.js";
import { createSay } from "./catalogue.js";
import { type AgentToolCall, isServerExecuted, pass, type ToolGate } from "./dispatch.js";
import { parseInput, type PhoenixOptions } from "./family.js";
import { ASK_USER, readQuestions } from "./elicitation.js";
import { PHOENIX_TOOLS } from "./tools.js";

export interface PhoenixRegistryOptions extends PhoenixOptions {
  readonly store: ApprovalStore;
  /** Tools of the host's own, beside Phoenix's. */
  readonly tools?: readonly (Tool<string, unknown> & Pick<ToolGate, "requiredCapabilities">)[] | undefined;
  readonly isCapable?: ((capability: string) => boolean) | undefined;
  readonly labelOf?: ((capability: string) => string) | undefined;
  /** Milliseconds to wait for a component that is not mounted yet. Default 0: such a call is answered at once. */
  readonly waitForHandlerMs?: number | undefined;
}

type Call = AgentToolCall & DispatchedCall;
type Options = Omit<ProposeOptions, "review" | "waitForHandlerMs">;

/**
 * The tool registry with Phoenix's tools in it, and Phoenix's questions before a call is proposed: is it the
 * server's, is there such a tool, may it run, is its input right, is it mounted, is there a session. What is
 * refused is answered through the store, once.
 */
export function createPhoenixRegistry(options: PhoenixRegistryOptions): ToolRegistry<Call> {
  const { store, tools: own = [], waitForHandlerMs = 0 } = options;
  const say = createSay(options.messages);
  const validate = (name: string, input: unknown): ValidationResult<unknown> => (name === ASK_USER ? readQuestions(say, input) : parseInput(say, name, input));
  const phoenix = [...PHOENIX_TOOLS].map(
    ([name, { review, rehydratable }]): Tool<string, unknown> => ({ name, review, rehydratable, validate: (input) => validate(name, input) }),
  );
  const registry = createToolRegistry<Call>({ store, tools: [...phoenix, ...own], waitForHandlerMs, isServerExecuted, notRestoredText: say("NOT_RESTORED") });
  const gates = new Map<string, ToolGate>(own.map((tool) => [tool.name, tool]));
  const gateOf = (name: string): ToolGate | undefined => gates.get(name) ?? (PHOENIX_TOOLS.has(name) ? { name } : undefined);

  /** Refuses a call that may not be proposed. */
  const refusalOf = (call: Call, { sessionId }: Options, mustBeMounted: boolean): ProposeResult | undefined => {
    const { toolName } = call;
    const tool = PHOENIX_TOOLS.get(toolName);
    const passed = pass(gateOf(toolName), call, say, options);
    if (!passed.ok) return store.refuse(call, gateOf(toolName) === undefined ? "unknown_tool" : "denied", passed.error);
    if (tool === undefined) return undefined;
    const parsed = validate(toolName, call.input);
    if (!parsed.ok) return store.refuse(call, "invalid_input", parsed.errorText);
    const { surface, sessionFor } = tool;
    if (surface !== undefined && mustBeMounted && !store.hasHandler(toolName)) return store.refuse(call, "handler_missing", say("NOT_MOUNTED", surface));
    if (sessionFor !== undefined && sessionId === undefined) return store.refuse(call, "denied", say("NO_SESSION", sessionFor));
    return undefined;
  };
  const isServers = (call: Call): boolean => call.providerExecuted === true || isServerExecuted(call);

  return {
    ...registry,
    dispatch: (call, proposeOptions = {}) => {
      if (isServers(call)) return { result: "ignored" };
      return refusalOf(call, proposeOptions, waitForHandlerMs === 0) ?? registry.dispatch(call, proposeOptions);
    },
    restage: (calls, proposeOptions = {}) => {
      const refused = new Map<string, DispatchResult>();
      const others = [...calls].filter((call) => {
        const isAsked = gateOf(call.toolName) === undefined || PHOENIX_TOOLS.get(call.toolName)?.rehydratable === true;
        if (!isAsked || isServers(call) || store.getApproval(call.toolCallId) !== undefined) return true;
        const refusal = refusalOf(call, proposeOptions, false);
        if (refusal !== undefined) refused.set(call.toolCallId, refusal);
        return refusal === undefined;
      });
      return new Map([...refused, ...registry.restage(others, proposeOptions)]);
    },
  };
}
