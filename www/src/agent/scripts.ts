import type { PromptSnapshot } from "../playground/prompt.ts";
import type { Agent } from "./agent.ts";
import { answerOf, type ProposedOperation } from "./answers.ts";
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
];

/** Reads the prompts, then proposes all edits in the same step, as a model does in one turn. */
export async function runScript(agent: Agent, id: string): Promise<void> {
  const script = scripts.find((known) => known.id === id);
  if (script === undefined) return;
  agent.say("person", script.ask);
  const answers = await Promise.all(
    script.edits.map(({ instanceId }) =>
      agent.call({ toolName: "read_prompt_instance", input: { instanceId } }).then((output) => answerOf(output)),
    ),
  );
  const proposals = script.edits.flatMap(({ instanceId, plan }, index) => {
    const snapshot = answers[index];
    if (snapshot === undefined) return [];
    return [{ instanceId, expectedRevision: snapshot.revision, operations: plan(snapshot) }];
  });
  if (proposals.length === 0) {
    agent.say("agent", "I could not read the prompt, so I propose nothing.");
    return;
  }
  for (const input of proposals) {
    if (input.operations.length === 0) agent.say("agent", "I find nothing to change in this prompt.");
    else void agent.call({ toolName: "edit_prompt_instance", input }, script.id);
  }
}
