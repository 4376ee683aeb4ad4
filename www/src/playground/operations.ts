import type { JsonValue } from "countersign";
import type { Message, Role } from "./prompt.ts";

export interface UpdateMessage {
  readonly type: "update_message";
  readonly messageId: number;
  readonly role?: Role;
  readonly content?: string;
  readonly toolCalls?: readonly JsonValue[];
}
export interface InsertMessage {
  readonly type: "insert_message";
  /** `null` inserts at the top. */
  readonly afterMessageId: number | null;
  /** Chosen by the playground when the call arrives, so that what is shown is what is written. */
  readonly messageId: number;
  readonly role: Role;
  readonly content?: string;
  readonly toolCalls?: readonly JsonValue[];
}
export interface DeleteMessage {
  readonly type: "delete_message";
  readonly messageId: number;
}
export interface ReorderMessages {
  readonly type: "reorder_messages";
  readonly messageIds: readonly number[];
}
export type Operation = UpdateMessage | InsertMessage | DeleteMessage | ReorderMessages;

/** An operation that does not fit the prompt. The message is written for the agent. */
export class OperationError extends Error {
  override readonly name = "OperationError";
}

/** Applies the operations one after the other to a copy. The first that does not fit stops all. */
export function foldOperations(
  messages: readonly Message[],
  operations: readonly Operation[],
): readonly Message[] {
  return operations.reduce((current, operation, index) => {
    try {
      return applyOperation(current, operation);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      throw new OperationError(`operations[${index}] (${operation.type}): ${error.message}`);
    }
  }, messages);
}

function applyOperation(messages: readonly Message[], operation: Operation): readonly Message[] {
  switch (operation.type) {
    case "update_message":
      return update(messages, operation);
    case "insert_message":
      return insert(messages, operation);
    case "delete_message":
      return messages.toSpliced(indexOf(messages, operation.messageId), 1);
    case "reorder_messages":
      return reorder(messages, operation);
  }
}

function update(messages: readonly Message[], operation: UpdateMessage): readonly Message[] {
  const index = indexOf(messages, operation.messageId);
  const { role, content, toolCalls } = operation;
  return messages.map((message, at) =>
    at === index
      ? {
          ...message,
          ...(role !== undefined && { role }),
          ...(content !== undefined && { content }),
          ...(toolCalls !== undefined && { toolCalls }),
        }
      : message,
  );
}

function insert(messages: readonly Message[], operation: InsertMessage): readonly Message[] {
  const { messageId, afterMessageId, role, content = "", toolCalls } = operation;
  if (messages.some((message) => message.id === messageId)) {
    throw new OperationError(
      `There is a message ${messageId} already. Leave messageId out: the playground chooses a free one.`,
    );
  }
  const anchor = afterMessageId === null ? -1 : messages.findIndex((message) => message.id === afterMessageId);
  if (afterMessageId !== null && anchor === -1) {
    throw new OperationError(
      `There is no message ${afterMessageId} to insert after. The prompt has ${listIds(messages)}; null inserts at the top.`,
    );
  }
  const inserted = { id: messageId, role, content, ...(toolCalls !== undefined && { toolCalls }) };
  return messages.toSpliced(anchor + 1, 0, inserted);
}

function reorder(messages: readonly Message[], { messageIds }: ReorderMessages): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const ordered = messageIds.map((id) => byId.get(id)).filter((message) => message !== undefined);
  const complete = ordered.length === messages.length && messageIds.length === messages.length;
  if (!complete || new Set(messageIds).size !== messageIds.length) {
    throw new OperationError(
      `messageIds must name every message of the prompt once. It has ${listIds(messages)}; the call names ${messageIds.join(", ") || "none"}.`,
    );
  }
  return ordered;
}

function indexOf(messages: readonly Message[], messageId: number): number {
  const index = messages.findIndex((message) => message.id === messageId);
  if (index === -1) {
    throw new OperationError(
      `There is no message ${messageId}. The prompt has ${listIds(messages)}. Read it again and use one of these ids.`,
    );
  }
  return index;
}

function listIds(messages: readonly Message[]): string {
  if (messages.length === 0) return "no messages";
  const ids = messages.map((message) => message.id).join(", ");
  return messages.length === 1 ? `message ${ids}` : `messages ${ids}`;
}
