import type { JsonValue } from "countersign";
import { revisionOf } from "./revision.ts";

export const roles = ["system", "user", "ai", "tool"] as const;
export type Role = (typeof roles)[number];

export interface Message {
  readonly id: number;
  readonly role: Role;
  readonly content?: string;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly JsonValue[];
}

export interface Prompt {
  readonly instanceId: number;
  readonly name: string;
  /** Whether its editor is open. A closed prompt cannot be read or edited by the agent. */
  readonly open: boolean;
  readonly dirty: boolean;
  readonly messages: readonly Message[];
}

/** What `read_prompt_instance` answers. The order of the keys is part of the revision. */
export interface PromptSnapshot {
  readonly instanceId: number;
  readonly index: number;
  readonly label: string;
  readonly dirty: boolean;
  readonly prompt: null;
  readonly messages: readonly Message[];
  readonly revision: string;
}

export const labelOf = (index: number): string => String.fromCharCode(65 + index);

/** The key of a prompt's editor: the calls that concern the prompt belong to it. */
export const ownerKeyOf = (instanceId: number): string => `prompt:${instanceId}`;

export function snapshotOf(prompt: Prompt, index: number): PromptSnapshot {
  const facts = {
    instanceId: prompt.instanceId,
    index,
    label: labelOf(index),
    dirty: prompt.dirty,
    prompt: null,
    messages: prompt.messages.map(inKeyOrder),
  };
  return { ...facts, revision: revisionOf(facts) };
}

function inKeyOrder({ id, role, content, toolCallId, toolCalls }: Message): Message {
  return {
    id,
    role,
    ...(content !== undefined && { content }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolCalls !== undefined && { toolCalls }),
  };
}
