import {
  type ClientAction,
  createEditCodeEvaluatorClientAction,
  createEditLlmEvaluatorClientAction,
  createSubmitCodeEvaluatorClientAction,
  createSubmitLlmEvaluatorClientAction,
  EDIT_CODE_EVALUATOR,
  EDIT_LLM_EVALUATOR,
  type EvaluatorSubmitHost,
  SUBMIT_CODE_EVALUATOR,
  SUBMIT_LLM_EVALUATOR,
} from "countersign/phoenix";
import { isBypass } from "../app/agentStore.ts";
import type { Workspace } from "../app/workspace.ts";
import type { Kind } from "./evaluators.ts";
import { codeDraftHost, llmDraftHost, saveForm } from "./host.ts";

export type Actions = Readonly<Record<string, ClientAction>>;

/** What the agent can do while the form of a kind is open, which is the owner of what it parks. */
export const formActions: { readonly [K in Kind]: (workspace: Workspace, ownerKey: string) => Actions } = {
  code: (workspace, ownerKey) => {
    const { agentStore, evaluators } = workspace;
    return {
      [EDIT_CODE_EVALUATOR]: createEditCodeEvaluatorClientAction({
        host: codeDraftHost(evaluators),
        setPending: agentStore.getState().setPendingCodeEvaluatorEdit,
        shouldAutoAccept: () => isBypass(agentStore),
        ownerKey,
      }),
      [SUBMIT_CODE_EVALUATOR]: createSubmitCodeEvaluatorClientAction({ host: submitHost(workspace, "code") }),
    };
  },
  llm: (workspace, ownerKey) => {
    const { agentStore, evaluators } = workspace;
    return {
      [EDIT_LLM_EVALUATOR]: createEditLlmEvaluatorClientAction({
        host: llmDraftHost(evaluators),
        setPending: agentStore.getState().setPendingLlmEvaluatorEdit,
        shouldAutoAccept: () => isBypass(agentStore),
        ownerKey,
      }),
      [SUBMIT_LLM_EVALUATOR]: createSubmitLlmEvaluatorClientAction({ host: submitHost(workspace, "llm") }),
    };
  },
};

const submitHost = ({ agentStore, evaluators }: Workspace, kind: Kind): EvaluatorSubmitHost => ({
  getEditPermission: () => agentStore.getState().permissions.edits,
  submit: () => saveForm(evaluators, kind),
});
