import { createToolRegistry, type DispatchedCall, type DispatchResult, type Tool, type ToolRegistry } from "../registry.js";
import type { ApprovalStore, Preview, ProposeOptions, Release, ValidationResult } from "../types.js";
import type { ToolHandler } from "../tool.js";
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
  const mounted = new Map<string, number>();

  const gateOf = (name: string): ToolGate | undefined => gates.get(name) ?? (PHOENIX_TOOLS.has(name) ? { name } : undefined);

  return {
    ...registry,
    dispatch: (call: Call, proposeOptions: Options = {}): DispatchResult => {
      if (call.providerExecuted === true || isServerExecuted(call)) return { result: "ignored" };
      const { toolName } = call;
      const tool = PHOENIX_TOOLS.get(toolName);
      const passed = pass(gateOf(toolName), call, say, options);
      if (!passed.ok) return store.refuse(call, gateOf(toolName) === undefined ? "unknown_tool" : "denied", passed.error);
      if (tool !== undefined) {
        const parsed = validate(toolName, call.input);
        if (!parsed.ok) return store.refuse(call, "invalid_input", parsed.errorText);
        const { surface, sessionFor } = tool;
        const absent = waitForHandlerMs === 0 && !mounted.has(toolName);
        if (surface !== undefined && absent) return store.refuse(call, "handler_missing", say("NOT_MOUNTED", surface));
        const alone = proposeOptions.sessionId === undefined;
        if (sessionFor !== undefined && alone) return store.refuse(call, "denied", say("NO_SESSION", sessionFor));
      }
      return registry.dispatch(call, proposeOptions);
    },
    registerHandler: <Input, P extends Preview>(tool: Tool<string, Input> | string, handler: ToolHandler<Input, P>): Release => {
      const name = typeof tool === "string" ? tool : tool.name;
      const release = registry.registerHandler(tool, handler);
      mounted.set(name, (mounted.get(name) ?? 0) + 1);
      let held = true;
      return () => {
        release();
        if (!held) return;
        held = false;
        const left = (mounted.get(name) ?? 1) - 1;
        if (left === 0) mounted.delete(name);
        else mounted.set(name, left);
      };
    },
  };
}
