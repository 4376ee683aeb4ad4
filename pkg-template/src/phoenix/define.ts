import { CountersignError } from "../errors.js";
import type { ClientAction } from "./action.js";
import { createSay, type Say } from "./catalogue.js";
import { errorOutput } from "./decision.js";
import type { ClientActionTool, StandaloneTool, ToolGate } from "./dispatch.js";
import { parseInput, type PhoenixOptions } from "./family.js";
import { PHOENIX_TOOLS, type PhoenixTool, type PhoenixToolName } from "./tools.js";

function toolOf(name: PhoenixToolName): PhoenixTool {
  const tool = PHOENIX_TOOLS.get(name);
  if (tool === undefined) throw new CountersignError("invalid_argument", `"${String(name)}" is none of the tools that are defined here.`);
  return tool;
}

/** Refuses an input that is not of its tool's shape, whatever is mounted; one that is goes on as it came. */
function gateOf(name: string, say: Say): ToolGate {
  return {
    name,
    parseInput: (input) => (parseInput(say, name, input).ok ? input : null),
    invalidInputText: (input) => {
      const parsed = parseInput(say, name, input);
      return parsed.ok ? "" : parsed.errorText;
    },
  };
}

/**
 * One of Phoenix's tools that a mounted component runs, for the dispatcher: with the words for an input that is
 * not of its shape, for what is not mounted, and for what has no session. Its action answers by itself, but where
 * the tool asks nobody.
 *
 * @throws CountersignError `invalid_argument`: it is none of Phoenix's tools.
 */
export function defineClientActionTool(name: PhoenixToolName, options: PhoenixOptions = {}): ClientActionTool {
  const say = createSay(options.messages);
  const { surface, sessionFor, review } = toolOf(name);
  const asks = review !== false;
  return {
    ...gateOf(name, say),
    notMountedText: surface === undefined ? undefined : say("NOT_MOUNTED", surface),
    requireSession: sessionFor === undefined ? undefined : say("NO_SESSION", sessionFor),
    passContext: asks,
    emitSuccess: !asks,
  };
}

/**
 * One of Phoenix's tools that needs a session and nothing that is mounted, for the dispatcher.
 *
 * @throws CountersignError `invalid_argument`: it is none of Phoenix's tools.
 */
export function defineSessionTool(name: PhoenixToolName, action: ClientAction, options: PhoenixOptions = {}): StandaloneTool {
  const say = createSay(options.messages);
  const { sessionFor = { word: "WORD_RUN" } } = toolOf(name);
  return {
    ...gateOf(name, say),
    execute: async (input, { toolCall: { toolCallId }, sessionId, ...context }) => {
      const noSession = { ok: false, error: say("NO_SESSION", sessionFor) } as const;
      const result = sessionId === null ? noSession : await action(input, { toolCallId, sessionId, ...context });
      if (!result.ok) await context.addToolOutput(errorOutput(name, toolCallId, String(result.error)));
    },
  };
}
