import { CountersignError } from "./errors.js";
import type { ApprovalHandler, Release } from "./types.js";

/** A handler whose input type is known to its own callbacks alone. */
export type AnyHandler = ApprovalHandler<unknown>;

/** Handlers by tool name. Each registration is a lease; the newest live one answers. */
export interface Handlers {
  readonly register: (toolName: string, handler: AnyHandler) => Release;
  readonly find: (toolName: string) => AnyHandler | undefined;
  /** The same, or else the one that was registered last: an answer is often due because it is gone. */
  readonly last: (toolName: string) => AnyHandler | undefined;
  /** Resolves with the handler as soon as there is one, or with `undefined` after `ms` milliseconds. */
  readonly wait: (toolName: string, ms: number) => Promise<AnyHandler | undefined>;
}

export function createHandlers(initial: Readonly<Record<string, AnyHandler>> = {}): Handlers {
  const leases = new Map<string, { readonly handler: AnyHandler }[]>();
  const waiting = new Map<string, Set<() => void>>();
  const newest = new Map<string, AnyHandler>();

  const find = (toolName: string): AnyHandler | undefined => leases.get(toolName)?.at(-1)?.handler;

  const register = (toolName: string, handler: AnyHandler): Release => {
    const lease = { handler: readHandler(toolName, handler) };
    newest.set(toolName, handler);
    const held = leases.get(toolName);
    if (held === undefined) leases.set(toolName, [lease]);
    else held.push(lease);
    for (const found of waiting.get(toolName) ?? []) found();
    return () => {
      const rest = leases.get(toolName)?.filter((other) => other !== lease) ?? [];
      if (rest.length === 0) leases.delete(toolName);
      else leases.set(toolName, rest);
    };
  };

  const wait = (toolName: string, ms: number): Promise<AnyHandler | undefined> =>
    new Promise((resolve) => {
      const calls = waiting.get(toolName) ?? new Set();
      waiting.set(toolName, calls);
      const end = (): void => {
        clearTimeout(timer);
        calls.delete(end);
        if (calls.size === 0 && waiting.get(toolName) === calls) waiting.delete(toolName);
        resolve(find(toolName));
      };
      // A longer delay would end at once.
      const timer = setTimeout(end, Math.min(ms, 0x7fff_ffff));
      calls.add(end);
    });

  for (const [toolName, handler] of Object.entries(initial)) register(toolName, handler);
  return { register, find, last: (toolName) => find(toolName) ?? newest.get(toolName), wait };
}

/** @throws CountersignError `invalid_argument` */
export function readHandler(toolName: string, handler: AnyHandler): AnyHandler {
  if (typeof handler === "object" && handler !== null && typeof handler.apply === "function") return handler;
  throw new CountersignError("invalid_argument", `The handler for "${toolName}" needs a function \`apply\`.`);
}
