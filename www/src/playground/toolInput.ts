import type { JsonValue, ValidationResult } from "countersign";
import type { Operation } from "./operations.ts";
import { roles, type Role } from "./prompt.ts";

export interface EditPromptInput {
  readonly instanceId: number;
  readonly expectedRevision: string;
  readonly operations: readonly Operation[];
}
export interface ReadPromptInput {
  readonly instanceId?: number;
}

type Fields = { readonly [key: string]: JsonValue };

/** Checks an `edit_prompt_instance` input and gives each inserted message its id. */
export function parseEditPrompt(input: JsonValue, takeMessageId: () => number): ValidationResult<EditPromptInput> {
  return checked(() => {
    const fields = object(input, "The input");
    const operations = pick(fields, "operations", "operation");
    const list = isObject(operations) ? [operations] : array(operations, "operations");
    if (list.length === 0) throw new InputError("operations must hold at least one operation, but is empty.");
    return {
      instanceId: integer(pick(fields, "instanceId", "instance_id"), "instanceId"),
      expectedRevision: string(pick(fields, "expectedRevision", "expected_revision"), "expectedRevision"),
      operations: list.map((operation, index) => parseOperation(operation, `operations[${index}]`, takeMessageId)),
    };
  });
}

/** Checks a `read_prompt_instance` input. The id may be left out when one prompt is open. */
export function parseReadPrompt(input: JsonValue): ValidationResult<ReadPromptInput> {
  return checked(() => {
    const id = pick(object(input, "The input"), "instanceId", "instance_id");
    return id === undefined ? {} : { instanceId: integer(id, "instanceId") };
  });
}

function parseOperation(value: JsonValue, path: string, takeMessageId: () => number): Operation {
  const fields = object(value, path);
  const type = string(pick(fields, "type"), `${path}.type`);
  const id = (): number => integer(pick(fields, "messageId", "message_id"), `${path}.messageId`);
  switch (type) {
    case "update_message": {
      const role = pick(fields, "role");
      return {
        type,
        messageId: id(),
        ...(role !== undefined && { role: parseRole(role, `${path}.role`) }),
        ...optionalBody(fields, path),
      };
    }
    case "insert_message": {
      const anchor = pick(fields, "afterMessageId", "after_message_id") ?? null;
      return {
        type,
        afterMessageId: anchor === null ? null : integer(anchor, `${path}.afterMessageId`),
        messageId: pick(fields, "messageId", "message_id") === undefined ? takeMessageId() : id(),
        role: parseRole(pick(fields, "role"), `${path}.role`),
        ...optionalBody(fields, path),
      };
    }
    case "delete_message":
      return { type, messageId: id() };
    case "reorder_messages": {
      const ids = array(pick(fields, "messageIds", "message_ids"), `${path}.messageIds`);
      return { type, messageIds: ids.map((item, index) => integer(item, `${path}.messageIds[${index}]`)) };
    }
    default:
      throw new InputError(
        `${path}.type must be update_message, insert_message, delete_message or reorder_messages, but is "${type}".`,
      );
  }
}

function optionalBody(fields: Fields, path: string): { content?: string; toolCalls?: readonly JsonValue[] } {
  const content = pick(fields, "content");
  const toolCalls = pick(fields, "toolCalls", "tool_calls");
  return {
    ...(content !== undefined && { content: string(content, `${path}.content`) }),
    ...(toolCalls !== undefined && { toolCalls: array(toolCalls, `${path}.toolCalls`) }),
  };
}

function parseRole(value: JsonValue | undefined, path: string): Role {
  const role = roles.find((known) => known === value);
  if (role === undefined) throw new InputError(`${path} must be ${roles.join(", ")}, but is ${describe(value)}.`);
  return role;
}

class InputError extends Error {}

function checked<T>(parse: () => T): ValidationResult<T> {
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, errorText: error.message };
    throw error;
  }
}

/** The canonical key, or its alias when the canonical key is absent. */
function pick(fields: Fields, key: string, alias?: string): JsonValue | undefined {
  if (Object.hasOwn(fields, key)) return fields[key];
  return alias !== undefined && Object.hasOwn(fields, alias) ? fields[alias] : undefined;
}

const isObject = (value: JsonValue | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

function object(value: JsonValue | undefined, path: string): Fields {
  if (!isObject(value)) throw wrongType(path, "an object", value);
  return value;
}
function array(value: JsonValue | undefined, path: string): readonly JsonValue[] {
  if (!isList(value)) throw wrongType(path, "a list", value);
  return value;
}
function string(value: JsonValue | undefined, path: string): string {
  if (typeof value !== "string") throw wrongType(path, "a string", value);
  return value;
}
function integer(value: JsonValue | undefined, path: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrongType(path, "a whole number", value);
  return value;
}

const wrongType = (path: string, wanted: string, value: JsonValue | undefined): InputError =>
  new InputError(
    value === undefined ? `${path} is missing. It must be ${wanted}.` : `${path} must be ${wanted}, but is ${describe(value)}.`,
  );

function describe(value: JsonValue | undefined): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  return `the ${typeof value} ${value}`;
}
