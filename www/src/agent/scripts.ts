import type { PromptSnapshot } from "../playground/prompt.ts";
import type { Agent } from "./agent.ts";
import { answerOf, type ProposedOperation } from "./answers.ts";
import type { Turn } from "./conversation.ts";
import { breakLines, changeWord, reshape, rewriteTitle } from "./edits.ts";

/** Something that a person may ask the agent for. */
export interface Script {
  readonly id: string;
  readonly label: string;
  readonly ask: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly instanceId: number;
  readonly plan: (snapshot: PromptSnapshot) => readonly ProposedOperation[];
  /** How long its call is on the way, in milliseconds. */
  readonly afterMs?: number;
}

const word: Edit = { instanceId: 1, plan: changeWord };
const line: Edit = { instanceId: 2, plan: rewriteTitle };

export const scripts: readonly Script[] = [
  { id: "word", label: "Change a few words in A", ask: "Make the return rules in prompt A more generous.", edits: [word] },
  { id: "line", label: "Rewrite a line in B", ask: "Tighten the instruction of prompt B.", edits: [line] },
  {
    id: "shape",
    label: "Insert, delete, reorder in B",
    ask: "Put the template of prompt B first and give it another example.",
    edits: [{ instanceId: 2, plan: reshape }],
  },
  {
    id: "text",
    label: "Emoji and CRLF in B",
    ask: "Update the greetings in prompt B.",
    edits: [{ instanceId: 2, plan: breakLines }],
  },
  { id: "both", label: "Both prompts at once", ask: "Improve both prompts.", edits: [word, line] },
  {
    id: "late",
    label: "Both prompts, B later",
    ask: "Improve prompt A, then the greetings of B.",
    edits: [word, { instanceId: 2, plan: breakLines, afterMs: 4_000 }],
  },
];

/** Reads the prompts, then proposes all edits in the same step, as a model does in one turn. */
export async function runScript(agent: Agent, id: string): Promise<void> {
  const script = scripts.find((known) => known.id === id);
  if (script === undefined) return;
  await agent.takeTurn(script.ask, async (turn) => {
    const snapshots = await Promise.all(
      script.edits.map(({ instanceId }) =>
        agent.call(turn, { toolName: "read_prompt_instance", input: { instanceId } }).then((output) => answerOf(output)),
      ),
    );
    if (snapshots.every((snapshot) => snapshot === undefined)) {
      agent.say(turn, "I could not read the prompt, so I propose nothing.");
    }
    await Promise.all(script.edits.map((edit, index) => propose(agent, turn, script, edit, snapshots[index])));
  });
}

async function propose(agent: Agent, turn: Turn, script: Script, edit: Edit, snapshot?: PromptSnapshot): Promise<void> {
  if (snapshot === undefined) return;
  const { instanceId, plan, afterMs = 0 } = edit;
  const operations = plan(snapshot);
  if (operations.length === 0) return agent.say(turn, "I find nothing to change in this prompt.");
  // It is on the way already: stopping the turn does not call it back.
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
  const input = { instanceId, expectedRevision: snapshot.revision, operations };
  await agent.call(turn, { toolName: "edit_prompt_instance", input }, script.id);
}
