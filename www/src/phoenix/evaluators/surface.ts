import { defineClientActionTool, EDIT_CODE_EVALUATOR, EDIT_LLM_EVALUATOR, SUBMIT_CODE_EVALUATOR, SUBMIT_LLM_EVALUATOR } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { EvaluatorEditCard } from "./EvaluatorEditCard.tsx";
import { EvaluatorsPanel } from "./EvaluatorsPanel.tsx";
import { evaluatorRecordings } from "./recordings.ts";

const NothingWaits = (): null => null;

export const evaluatorsSurface: Surface = {
  id: "evaluators",
  title: "Evaluators",
  Panel: EvaluatorsPanel,
  tools: () => ([EDIT_CODE_EVALUATOR, EDIT_LLM_EVALUATOR, SUBMIT_CODE_EVALUATOR, SUBMIT_LLM_EVALUATOR] as const).map((name) => defineClientActionTool(name)),
  cards: {
    [EDIT_CODE_EVALUATOR]: { title: "Edit code evaluator", Body: EvaluatorEditCard },
    [EDIT_LLM_EVALUATOR]: { title: "Edit LLM evaluator", Body: EvaluatorEditCard },
    [SUBMIT_CODE_EVALUATOR]: { title: "Submit code evaluator", Body: NothingWaits },
    [SUBMIT_LLM_EVALUATOR]: { title: "Submit LLM evaluator", Body: NothingWaits },
  },
  recordings: evaluatorRecordings,
};
