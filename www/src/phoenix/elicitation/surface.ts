import { ASK_USER, defineAskUserTool } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { AskUserCard } from "./AskUserCard.tsx";
import { elicitationRecordings } from "./recordings.ts";

export const elicitationSurface: Surface = {
  id: "elicitation",
  title: "Questions",
  tools: ({ agentStore }) => [defineAskUserTool({ agentStore })],
  cards: { [ASK_USER]: { title: "The agent asks", Body: AskUserCard, ownAnswer: true } },
  recordings: elicitationRecordings,
};
