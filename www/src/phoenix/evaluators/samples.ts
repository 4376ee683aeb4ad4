import { globalId } from "../globalId.ts";
import type { CodeDraft, EvaluatorsState, LlmDraft } from "./evaluators.ts";

const emptyPayload = { input: {}, output: {}, reference: {}, metadata: {} };
const emptyMapping = { pathMapping: {}, literalMapping: {} };

export const newCodeDraft: CodeDraft = {
  mode: "create",
  evaluatorNodeId: null,
  name: "",
  description: "",
  language: "PYTHON",
  sourceCode: "def evaluate(output):\n    return len(output) < 200\n",
  sandboxConfigId: "sandbox-python",
  inputMapping: emptyMapping,
  testPayload: emptyPayload,
  outputConfigs: [],
};

export const newLlmDraft: LlmDraft = {
  mode: "create",
  evaluatorNodeId: null,
  name: "",
  description: "",
  includeExplanation: false,
  inputMapping: emptyMapping,
  testPayload: emptyPayload,
  outputConfigs: [],
  judge: {
    model: "small",
    provider: "OPENAI",
    templateFormat: "MUSTACHE",
    messages: [{ role: "user", content: "Is this answer right?\n{{output}}" }],
    invocationParameters: { temperature: 0 },
  },
};

const shortId = globalId("CodeEvaluator", 1);
const politeId = globalId("LLMEvaluator", 2);

export const sampleEvaluators: EvaluatorsState = {
  saved: [
    {
      id: shortId,
      kind: "code",
      draft: { ...newCodeDraft, mode: "edit", evaluatorNodeId: shortId, name: "short enough", description: "Answers of less than 200 characters." },
    },
    {
      id: politeId,
      kind: "llm",
      draft: {
        ...newLlmDraft,
        mode: "edit",
        evaluatorNodeId: politeId,
        name: "polite",
        outputConfigs: [{ kind: "classification", name: "polite", optimizationDirection: "MAXIMIZE", values: [{ label: "yes", score: 1 }, { label: "no", score: 0 }] }],
      },
    },
  ],
  forms: { code: null, llm: null },
  openings: { code: 0, llm: 0 },
  nextNumber: 3,
};
