import { EDIT_CODE_EVALUATOR, EDIT_LLM_EVALUATOR, SUBMIT_CODE_EVALUATOR, SUBMIT_LLM_EVALUATOR } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";

export const evaluatorRecordings: readonly Recording[] = [
  {
    label: "Edit the code evaluator",
    ask: "Count words, not characters.",
    calls: () => [
      {
        toolName: EDIT_CODE_EVALUATOR,
        input: {
          operations: [
            { type: "set_name", name: "few words" },
            { type: "set_description", description: "Answers of less than 40 words." },
            { type: "set_source_code", source_code: "def evaluate(output):\n    words = output.split()\n    return len(words) < 40\n" },
          ],
        },
      },
    ],
  },
  {
    label: "Into TypeScript",
    ask: "Write it in TypeScript.",
    calls: () => [
      {
        toolName: EDIT_CODE_EVALUATOR,
        input: {
          operations: [
            { type: "set_language", language: "TYPESCRIPT" },
            { type: "set_sandbox_config", sandboxConfigId: "sandbox-deno" },
            { type: "set_source_code", sourceCode: "export function evaluate(output: string): boolean {\n  return output.length < 200;\n}\n" },
          ],
        },
      },
    ],
  },
  {
    label: "Submit the code evaluator",
    ask: "Save the code evaluator.",
    calls: () => [{ toolName: SUBMIT_CODE_EVALUATOR, input: {} }],
  },
  {
    label: "Edit the LLM evaluator",
    ask: "Ask the judge about the tone, and let it explain.",
    calls: () => [
      {
        toolName: EDIT_LLM_EVALUATOR,
        input: {
          operations: [
            { type: "set_name", name: "tone" },
            { type: "set_include_explanation", includeExplanation: true },
            { type: "set_judge_prompt", messages: [{ role: "user", content: "Is this answer friendly?\n{{output}}" }] },
            { type: "set_judge_model", model: "large", provider: "ANTHROPIC" },
          ],
        },
      },
    ],
  },
  {
    label: "Submit the LLM evaluator",
    ask: "Save the LLM evaluator.",
    calls: () => [{ toolName: SUBMIT_LLM_EVALUATOR, input: {} }],
  },
  {
    label: "An operation that there is not",
    ask: "Write it in Ruby.",
    calls: () => [{ toolName: EDIT_CODE_EVALUATOR, input: { operations: [{ type: "set_language", language: "RUBY" }] } }],
  },
];
