import { ASK_USER } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";

export const elicitationRecordings: readonly Recording[] = [
  {
    label: "Ask me first",
    ask: "Set up an evaluation. Ask me what you need to know.",
    calls: () => [
      {
        toolName: ASK_USER,
        input: {
          questions: [
            {
              question: "Which dataset shall it run on?",
              options: [
                { label: "Library desk", description: "Six questions." },
                { label: "Opening hours", description: "Two questions." },
              ],
            },
            { question: "What counts?", multiple: true, options: ["Being right", "Being brief", "Being friendly"] },
            { question: "Anything else?" },
          ],
        },
      },
    ],
  },
  {
    label: "Ask nothing",
    ask: "Ask me nothing.",
    calls: () => [{ toolName: ASK_USER, input: { questions: [] } }],
  },
];
