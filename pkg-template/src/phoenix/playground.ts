import type { JsonValue } from "../types.js";
import { type Called, callCore } from "./core.js";
import { type PhoenixOptions, type Setting, settingOf } from "./family.js";
import { sayIt } from "./catalogue.js";
import type { JsonObject } from "./bind.js";

/** A message as the playground holds it; `null` for one that is listed and has no state. */
export interface PlaygroundMessage {
  readonly id: number;
  readonly role: string;
  readonly content?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly toolCalls?: readonly JsonValue[] | undefined;
}

/** A tool as the playground holds it. */
export type PlaygroundTool =
  | { readonly kind: "function"; readonly id: number; readonly editorType?: string | undefined; readonly definition: JsonObject }
  | { readonly kind: "raw"; readonly id: number; readonly editorType?: string | undefined; readonly raw: JsonValue };

export interface LinkedPrompt {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly version?: string | null;
  readonly tag?: string | null;
}

export interface PlaygroundInstance {
  readonly id: number;
  /** `chat` where absent. */
  readonly template?: string | undefined;
  /** Whether it has changes that are not saved. */
  readonly dirty?: boolean | undefined;
  /** The prompt that it is linked to. */
  readonly prompt?: LinkedPrompt | null | undefined;
  readonly messages?: readonly (PlaygroundMessage | null)[] | undefined;
  readonly provider: string;
  readonly tools?: readonly PlaygroundTool[] | undefined;
  readonly toolChoice?: JsonValue | undefined;
}

/** The playground as it is now. */
export interface Playground {
  readonly instances: readonly PlaygroundInstance[];
}

export interface PlaygroundHost {
  readonly getPlayground: () => Playground;
}

/** What the agent reads of a prompt, and what an edit of it is made for. */
export interface PromptInstanceSnapshot {
  readonly instanceId: number;
  readonly index: number;
  /** A letter. */
  readonly label: string;
  readonly dirty: boolean;
  readonly prompt: { readonly id?: string; readonly version?: string; readonly tag?: string | null } | null;
  readonly messages: readonly PlaygroundMessage[];
  readonly revision: string;
}

/** What the agent reads of a prompt's tools. */
export interface PromptToolsSnapshot {
  readonly instanceId: number;
  readonly index: number;
  readonly label: string;
  readonly tools: readonly JsonObject[];
  readonly revision: string;
}

export function promptSnapshot({ host, revisions }: Setting<PlaygroundHost>, instanceId: number | undefined): Called<PromptInstanceSnapshot> {
  return callCore("promptSnapshot", { playground: host.getPlayground(), instanceId, revisions });
}

export function toolsSnapshot({ host, revisions }: Setting<PlaygroundHost>, instanceId: number | undefined): Called<PromptToolsSnapshot> {
  return callCore("toolsSnapshot", { playground: host.getPlayground(), instanceId, revisions });
}

/** The revision of a snapshot that must be there. */
export function revisionIn({ say }: Setting<unknown>, called: Called<{ readonly revision: string }>): string {
  if (called.ok) return called.value.revision;
  throw new Error(sayIt(say, called.sentence));
}

export type Read<T> = { readonly ok: true; readonly output: T } | { readonly ok: false; readonly error: string };

const read = <T>({ say }: Setting<unknown>, called: Called<T>): Read<T> =>
  called.ok ? { ok: true, output: called.value } : { ok: false, error: sayIt(say, called.sentence) };

/** A prompt as the agent reads it, with the revision that an edit must name. Without an id: the only one. */
export function readPromptInstance(host: PlaygroundHost, instanceId?: number, options?: PhoenixOptions): Read<PromptInstanceSnapshot> {
  const setting = settingOf(host, options);
  return read(setting, promptSnapshot(setting, instanceId));
}

/** A prompt's tools as the agent reads them, with the revision that a write must name. */
export function readPromptTools(host: PlaygroundHost, instanceId?: number, options?: PhoenixOptions): Read<PromptToolsSnapshot> {
  const setting = settingOf(host, options);
  return read(setting, toolsSnapshot(setting, instanceId));
}
