import type { Tool, ToolHandler } from "./tool.js";
import type { ApprovalHandler, Preview } from "./types.js";

/**
 * A handler whose members are read from the newest one when they are used, and called on that one
 * itself: it may be frozen, or an object with private fields. A tool brings the validation.
 */
export function following<Input, P extends Preview>(
  newest: () => { readonly tool: Tool<string, Input> | string; readonly handler: ToolHandler<Input, P> },
): ApprovalHandler<Input, P> {
  return new Proxy({} as ApprovalHandler<Input, P>, {
    get: (_, member) => {
      const { tool, handler } = newest();
      if (member === "validate") return Reflect.get(typeof tool === "string" ? handler : tool, member);
      const value: unknown = Reflect.get(handler, member);
      return typeof value === "function" ? value.bind(handler) : value;
    },
  });
}
