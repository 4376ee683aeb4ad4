import type { ApprovalHandler, JsonValue, Preview, Validator } from "./types.js";

/** A tool that runs in the browser. */
export interface Tool<Name extends string = string, Input = JsonValue> {
  readonly name: Name;
  /** Checks the input before any handler sees it. */
  readonly validate?: Validator<Input> | undefined;
  /** `false` for a tool that changes nothing. Default `true`. */
  readonly review?: boolean | undefined;
  /**
   * Whether a call that a reload left without an answer may be put before a person again. Default `false`:
   * it is answered with an error.
   */
  readonly rehydratable?: boolean | undefined;
}

/** Names a tool and the type of its input, for `registerHandler` and `useToolHandler`. */
export function defineTool<const Name extends string, Input = JsonValue>(tool: Tool<Name, Input>): Tool<Name, Input> {
  return Object.freeze({ ...tool });
}

/** What a mounted component brings for a tool: everything but the tool's own validation. */
export type ToolHandler<Input, P extends Preview = Preview> = Omit<ApprovalHandler<Input, P>, "validate">;
