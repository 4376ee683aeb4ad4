import type { Agent } from "./agent.ts";
import { answerOf } from "./answers.ts";
import type { Turn } from "./conversation.ts";
import { edits, type Edit } from "./readAndPropose.ts";

/** Something that a person may ask the agent for. */
export interface Script {
  readonly id: string;
  readonly label: string;
  readonly ask: string;
  readonly edits: readonly Edit[];
}

export const scripts: readonly Script[] = [
  { id: "word", label: "Change a few words in A", ask: "Make the return rules in prompt A more generous.", edits: [edits.word] },
  { id: "line", label: "Rewrite a line in B", ask: "Tighten the instruction of prompt B.", edits: [edits.line] },
  {
    id: "shape",
    label: "Insert, delete, reorder in B",
    ask: "Put the template of prompt B first and give it another example.",
    edits: [edits.shape],
  },
  { id: "text", label: "Emoji and CRLF in B", ask: "Update the greetings in prompt B.", edits: [edits.greetings] },
  { id: "both", label: "Both prompts at once", ask: "Improve both prompts.", edits: [edits.word, edits.line] },
  {
    id: "late",
    label: "Both prompts, B later",
    ask: "Improve prompt A, then the greetings of B.",
    edits: [edits.word, { ...edits.greetings, afterMs: 4_000 }],
  },
  {
    id: "tools",
    label: "Change tools of A",
    ask: "Let prompt A know the weather and find orders by e-mail, without tracking parcels.",
    edits: [edits.tools],
  },
  { id: "keys", label: "Reorder tool keys", ask: "Write the keys of the tools in another order.", edits: [edits.keys] },
  { id: "titles", label: "Tidy dataset rows", ask: "Tidy the ticket titles, and add an example.", edits: [edits.titles] },
  { id: "archive", label: "Many rows", ask: "Retitle some of the 2,000 tickets of the archive.", edits: [edits.archive] },
];

/** Reads everything, then proposes all edits in the same step, as a model does in one turn. */
export async function runScript(agent: Agent, id: string): Promise<void> {
  const script = scripts.find((known) => known.id === id);
  if (script === undefined) return;
  await agent.takeTurn(script.ask, async (turn) => {
    const answers = await Promise.all(script.edits.map(({ read }) => agent.call(turn, read).then((output) => answerOf(output))));
    if (answers.every((answer) => answer === undefined)) {
      agent.say(turn, "I could not read it, so I propose nothing.");
    }
    await Promise.all(script.edits.map((edit, index) => propose(agent, turn, script, edit, answers[index])));
  });
}

async function propose(agent: Agent, turn: Turn, script: Script, edit: Edit, answer?: string): Promise<void> {
  if (answer === undefined) return;
  const call = edit.propose(answer);
  if (call === undefined) return agent.say(turn, "I find nothing to change here.");
  const { afterMs = 0 } = edit;
  // It is on the way already: stopping the turn does not call it back.
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
  await agent.call(turn, call, script.id);
}
