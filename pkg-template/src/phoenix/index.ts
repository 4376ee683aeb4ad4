export {
  type AcceptOptions,
  type CancelOptions,
  type RejectOptions,
  type AddToolOutput,
  type ApprovalApplyResult,
  type ApprovalDecision,
  approvalOutcome,
  bindPendingApproval,
  type Bound,
  type Cancel,
  type JsonObject,
  type PendingApproval,
  type SetPending,
} from "./bind.js";
export * from "./annotation-configs.js";
export * from "./annotations.js";
export type { Card } from "./cards.js";
export { type PhoenixCode, phoenixMessages, type PhoenixMessages, type PhoenixWord } from "./catalogue.js";
export * from "./datasets.js";
export { defineClientActionTool, defineSessionTool } from "./define.js";
export {
  type AgentToolCall,
  type AgentToolDefinition,
  type AgentToolDispatcher,
  type AgentToolDispatcherOptions,
  type ClientActionTool,
  createAgentToolDispatcher,
  type DispatchContext,
  isServerExecuted,
  type StandaloneTool,
  type ToolGate,
} from "./dispatch.js";
export {
  ASK_USER,
  type BindElicitationOptions,
  bindPendingElicitation,
  type BoundElicitation,
  defineAskUserTool,
  type Elicitation,
  elicitationHandler,
  type ElicitationStore,
  type PendingElicitation,
  type SetPendingElicitation,
} from "./elicitation.js";
export * from "./evaluator-submit.js";
export * from "./evaluators.js";
export * from "./experiment.js";
export type { BindOptions, ClientAction, ClientActionContext, ClientActionOptions, ClientActionResult, Entry } from "./action.js";
export type { PhoenixOptions } from "./family.js";
export type { FamilyPreview } from "./handler.js";
export * from "./instance-removal.js";
export * from "./labels.js";
export * from "./lifecycle.js";
export * from "./load-dataset.js";
export type {
  LinkedPrompt,
  Playground,
  PlaygroundHost,
  PlaygroundInstance,
  PlaygroundMessage,
  PlaygroundTool,
  PromptInstanceSnapshot,
  PromptToolsSnapshot,
} from "./playground.js";
export { readPromptInstance, readPromptTools } from "./playground.js";
export * from "./prompt-edit.js";
export * from "./prompt-tools.js";
export { createPhoenixRegistry, type PhoenixRegistryOptions } from "./registry.js";
export { revisionOf } from "./revision.js";
export * from "./save-prompt.js";
export type { BindGenericOptions, StagedCall, StageOptions } from "./stage.js";
export { getAgentToolUIBehavior, isRehydratableAgentTool, PHOENIX_TOOLS, type PhoenixTool, type PhoenixToolName, type ToolUIBehavior } from "./tools.js";
