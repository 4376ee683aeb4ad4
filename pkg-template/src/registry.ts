import { CountersignError } from "./errors.js";
import { following } from "./following.js";
import type { Tool, ToolHandler } from "./tool.js";
import type { ApprovalStore, JsonValue, Preview, ProposeOptions, ProposeResult, Release, ToolCall } from "./types.js";

export { defineTool, type Tool, type ToolHandler } from "./tool.js";

/** A call as it arrives; the AI SDK marks those that its provider runs. */
export interface DispatchedCall extends ToolCall {
  readonly providerExecuted?: boolean | undefined;
}

export type DispatchResult =
  | ProposeResult
  /** The server runs this call and answers it. */
  | { readonly result: "ignored" };

export interface ToolRegistryOptions<Call extends DispatchedCall> {
  readonly store: ApprovalStore;
  readonly tools: readonly Tool<string, unknown>[];
  /** Milliseconds to wait for a handler that is not mounted yet. Default 0: such a call is answered at once. */
  readonly waitForHandlerMs?: number | undefined;
  /** Which calls are the server's, besides those that are `providerExecuted`. */
  readonly isServerExecuted?: ((call: Call) => boolean) | undefined;
  /** What the agent reads of a call that can't be staged again. Default: the store's words. */
  readonly notRestoredText?: string | undefined;
}

/** Routes tool calls by name to what is mounted. */
export interface ToolRegistry<Call extends DispatchedCall = DispatchedCall> {
  /** Every call that is not the server's gets its one answer, also when nobody can run it. */
  readonly dispatch: (call: Call, options?: Omit<ProposeOptions, "review" | "waitForHandlerMs">) => DispatchResult;
  /**
   * Calls that a transcript shows without an answer, after a reload. A call that the store knows stays as it
   * is; one whose tool is `rehydratable` is staged again, for a person to decide whatever the mode; any
   * other is answered with an error. Hydrate the store before. A call that can't be read keeps no other from
   * its answer; its error is thrown in the end.
   */
  readonly restage: (calls: Iterable<Call>, options?: Omit<ProposeOptions, "review">) => ReadonlyMap<string, DispatchResult>;
  /** A lease: it ends what it began and nothing else. */
  readonly registerHandler: <Input = JsonValue, P extends Preview = Preview>(
    tool: Tool<string, Input> | string,
    handler: ToolHandler<Input, P>,
  ) => Release;
}

/**
 * @throws CountersignError `invalid_argument` when two tools have one name.
 */
export function createToolRegistry<Call extends DispatchedCall = DispatchedCall>(
  options: ToolRegistryOptions<Call>,
): ToolRegistry<Call> {
  const { store, waitForHandlerMs = 0, isServerExecuted = () => false, notRestoredText } = options;
  const tools = new Map<string, Tool<string, unknown>>();
  for (const tool of options.tools) {
    if (tools.has(tool.name)) throw new CountersignError("invalid_argument", `Two tools have the name "${tool.name}".`);
    tools.set(tool.name, tool);
  }

  const route = (call: Call, propose: (tool: Tool<string, unknown>) => ProposeResult): DispatchResult => {
    if (call.providerExecuted === true || isServerExecuted(call)) return { result: "ignored" };
    const tool = tools.get(call.toolName);
    return tool === undefined ? store.refuse(call, "unknown_tool", `There is no tool "${String(call.toolName)}".`) : propose(tool);
  };

  return {
    dispatch: (call, proposeOptions) =>
      route(call, ({ review = true }) => store.propose(call, { ...proposeOptions, waitForHandlerMs, review })),
    restage: (calls, proposeOptions) => {
      const restageOne = (call: Call): DispatchResult =>
        route(call, ({ review = true, rehydratable = false }) => {
          const known = store.getApproval(call.toolCallId);
          if (known?.outcome !== undefined) return { result: "alreadySettled", outcome: known.outcome };
          if (known !== undefined) return { result: "repeated", approval: known };
          if (!rehydratable) return store.refuse(call, "not_restored", notRestoredText);
          return store.propose(call, { waitForHandlerMs, ...proposeOptions, review: review && "always" });
        });
      const results = new Map<string, DispatchResult>();
      const errors: unknown[] = [];
      for (const call of calls) {
        try {
          results.set(call.toolCallId, restageOne(call));
        } catch (thrown) {
          errors.push(thrown);
        }
      }
      if (errors.length > 0) throw errors[0];
      return results;
    },
    registerHandler: (tool, handler) => {
      const name = typeof tool === "string" ? tool : tool.name;
      const defined = tools.get(name);
      if (defined === undefined) {
        throw new CountersignError("invalid_argument", `There is no tool "${name}" in this registry.`);
      }
      return store.registerHandler(name, following(() => ({ tool: defined as typeof tool, handler })));
    },
  };
}
