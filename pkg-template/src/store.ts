import type { Call } from "./call.js";
import { kindOf } from "./check.js";
import type { Change, Command, HandlerKind, Reply } from "./core/protocol.js";
import { createEngine, disposedError, type Engine, type Ran } from "./engine.js";
import { CountersignError, wordsOf } from "./errors.js";
import { createMatchers, readGrant } from "./grants.js";
import { createHandlers, readHandler } from "./handlers.js";
import { createRecorder } from "./journal.js";
import { readJson } from "./json.js";
import { createListeners, type Listeners, rethrowLater } from "./listeners.js";
import { messages } from "./messages.js";
import { createMirror, EMPTY_SNAPSHOT } from "./mirror.js";
import { type KeptPreview, malformed, readState, writeState } from "./persist.js";
import { createTextDiff } from "./text-diff.js";
import { createAnswering } from "./output.js";
import { readText } from "./text.js";
import type {
  Approval,
  ApprovalEvents,
  ApprovalStore,
  ApprovalStoreOptions,
  CallReference,
  DecisionOptions,
  DecisionResult,
  Outcome,
  ProposeOptions,
  ProposeResult,
  RefusalCode,
  Release,
  SetDecisionResult,
  ToolCall,
} from "./types.js";

/** Milliseconds. */
const DEFAULT_HANDLER_TIMEOUT = 300_000;

interface Waiter {
  readonly promise: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
}

/** Makes a store on the loaded core. */
export function createStore(options: ApprovalStoreOptions): ApprovalStore {
  if (typeof options?.onOutput !== "function") {
    throw new CountersignError("invalid_argument", "createApprovalStore needs `onOutput`, which sends answers to the agent.");
  }
  const { editPermission = "manual", reviewOrder = "any", handlerTimeoutMs = DEFAULT_HANDLER_TIMEOUT } = options;
  const onError = safely(options.onError ?? rethrowLater);
  const handlers = createHandlers(options.handlers);
  const mirror = createMirror(editPermission, createAnswering((registration) => engine.handlerOf(registration, handlers.last), onError));
  const changed = createListeners<void>(onError);
  const events = new Map<Change["event"], Listeners<Approval>>();
  const sessionSettled = createListeners<string>(onError);
  const matchers = createMatchers(onError);
  /** By the use of an id that they are for. */
  const signals = new WeakMap<object, Release>();
  const waiters = new WeakMap<object, Waiter>();
  let unknown: Readonly<Record<string, unknown>> = {};
  let disposed = false;

  const settings = Object.freeze({
    editPermission,
    reviewOrder,
    handlerTimeout: span(handlerTimeoutMs, "handlerTimeoutMs"),
    deadline: span(options.deadlineMs, "deadlineMs"),
    maxOpen: count(options.maxOpen, "maxOpen"),
    maxSettled: count(options.maxSettled, "maxSettled"),
    settledFor: span(options.settledForMs, "settledForMs"),
  });
  const recorder = createRecorder(settings, count(options.journalSize, "journalSize") ?? 0);
  const engine = createEngine({
    settings,
    mirror,
    handlers,
    matchers,
    recorder,
    now: options.now ?? Date.now,
    send: (output) => options.onOutput(output),
    onChange: (event, call) => {
      const { use } = call.registration;
      if (call.outcome !== undefined) {
        signals.get(use)?.();
        waiters.get(use)?.resolve(call.outcome);
        waiters.delete(use);
      }
      const listeners = events.get(event);
      if (listeners !== undefined) listeners.notify(call.approval);
    },
    onSessionSettled: sessionSettled.notify,
    onChanges: () => changed.notify(),
    onError,
  });

  const run = (command: Command): Reply => {
    if (disposed) throw disposedError();
    return engine.run(command);
  };

  const runFor: Engine["runFor"] = (...command) => {
    if (disposed) throw disposedError();
    return engine.runFor(...command);
  };

  const known = (toolCallId: string): Call => {
    const call = mirror.get(toolCallId);
    if (call === undefined) {
      throw new CountersignError("unknown_id", `No call "${toolCallId}" was proposed to this store.`);
    }
    return call;
  };

  const proposed = ({ reply, call }: Ran): ProposeResult => {
    switch (reply.result) {
      case "registered":
      case "repeated":
        if (call !== undefined) return { result: reply.result, approval: call.approval };
        break;
      case "alreadySettled":
        if (call?.outcome !== undefined) return { result: reply.result, outcome: call.outcome };
        break;
      case "refused":
        if (reply.code === "duplicate_id" || reply.code === "undelivered") return refusal(reply.code);
    }
    throw unexpected(reply);
  };

  const decided = ({ reply, call }: Ran): DecisionResult => {
    const outcome = call?.outcome;
    switch (reply.result) {
      case "settled":
      case "alreadySettled":
        if (outcome !== undefined) return { result: reply.result, outcome };
        break;
      case "applying":
        // A write that ended at once has settled the call by now; one whose target had changed did not begin.
        if (outcome !== undefined) return { result: "settled", outcome };
        return { result: call?.view.state.status === "pending" ? "rebasing" : "applying" };
      case "rebasing":
      case "edited":
      case "aborting":
        return { result: reply.result };
      case "refused":
        if (isDecisionRefusal(reply.code)) return refusal(reply.code);
    }
    throw unexpected(reply);
  };

  /** Checks which call, and which use of its id, a decision names. */
  const seen = (toolCallId: string, { generation }: DecisionOptions = {}): number | undefined => {
    known(readText(toolCallId, "toolCallId"));
    return generation === undefined ? undefined : readCount(generation, "generation");
  };

  const named = (call: CallReference): { readonly toolCallId: string; readonly generation: number | undefined } =>
    typeof call === "string"
      ? { toolCallId: call, generation: seen(call) }
      : { toolCallId: call.toolCallId, generation: seen(call.toolCallId, call) };

  const handlerOf = (toolCallId: string): HandlerKind => kindOf(engine.handlerOf(known(toolCallId).registration));

  const decidedAll = (set: readonly { readonly toolCallId: string }[], command: Command): SetDecisionResult => {
    if (disposed) throw disposedError();
    const ids = set.map(({ toolCallId }) => toolCallId);
    const { reply, each } = engine.runForAll(ids, command);
    if (reply.result === "refused" && (reply.code === "duplicate_in_set" || reply.code === "not_presented")) return refusal(reply.code);
    return { result: "decided", decisions: new Map(ids.map((id, index) => [id, decided(each[index] ?? { reply, call: undefined })])) };
  };

  const refuse: ApprovalStore["refuse"] = (call, code, errorText) => {
    const { toolCallId, toolName } = readNames(call);
    let input = "null";
    try {
      input = readJson(call.input, "The input").text;
    } catch {
      // It is being refused: what it was does not matter, that it is answered does.
    }
    const words = errorText === undefined ? undefined : String(errorText);
    return proposed(runFor(toolCallId, { refuse: { toolCallId, toolName, code, errorText: words } }, input));
  };

  /** Cancels a call that is still open when its signal is aborted. */
  const follow = (signal: AbortSignal, call: Call | undefined): void => {
    if (call === undefined || call.outcome !== undefined) return;
    const { toolCallId, use } = call.registration;
    const cancel = (): void => {
      const now = mirror.get(toolCallId)?.registration;
      if (now?.use === use && engine.isLive()) engine.run({ cancel: { toolCallId, generation: now.generation, by: "signal" } });
    };
    signal.addEventListener("abort", cancel);
    signals.set(use, () => signal.removeEventListener("abort", cancel));
  };

  const propose = (call: ToolCall, options: ProposeOptions = {}): ProposeResult => {
    const { toolCallId, toolName } = readNames(call);
    const { waitForHandlerMs, signal, review = true, onOutput } = options;
    const handler = options.handler === undefined ? undefined : readHandler(toolName, options.handler);
    if (onOutput !== undefined && typeof onOutput !== "function") {
      throw new CountersignError("invalid_argument", "onOutput must be a function.");
    }
    const sessionId = optionalText(options.sessionId, "sessionId");
    const turnId = optionalText(options.turnId, "turnId");
    const deadline = span(options.deadlineMs, "deadlineMs");
    const ownerKey = optionalText(options.ownerKey, "ownerKey");
    const expectedRevision = optionalText(options.expectedRevision, "expectedRevision");
    let input: string;
    try {
      input = readJson(call.input, "The input").text;
    } catch (thrown) {
      return refuse(call, "invalid_input", wordsOf(thrown));
    }
    const reviewed = review === "always" ? review : review ? "required" : "none";
    const takenBack = signal?.aborted === true ? "signal" : undefined;
    const command = { toolCallId, toolName, review: reviewed, sessionId, turnId, deadline, takenBack, ownerKey, expectedRevision } as const;
    const ran = runFor(toolCallId, { propose: command }, input, { waitForHandlerMs, handler, onOutput });
    if (signal !== undefined && ran.reply.result === "registered") follow(signal, ran.call);
    return proposed(ran);
  };

  const store: ApprovalStore = {
    propose,
    refuse,
    present: (toolCallId, options) => {
      const generation = seen(toolCallId, options);
      run({ present: { toolCallId, generation } });
    },
    edit: (toolCallId, input, options) => {
      const generation = seen(toolCallId, options);
      const { text } = readJson(input, "The edited input");
      return decided(runFor(toolCallId, { edit: { toolCallId, generation } }, text));
    },
    editHunks: (toolCallId, hunks, options) => {
      const { registration, content, view } = known(toolCallId);
      const { toolName, generation } = registration;
      const { expectedRevision } = view;
      const text = store.diff(toolCallId)?.apply(hunks);
      const handler = engine.handlerOf(registration);
      if (text === undefined || content === undefined || handler?.fromDisplay === undefined) return refusal("not_divisible");
      let input: unknown;
      try {
        input = handler.fromDisplay(text, content.input, { toolCallId, toolName, generation, expectedRevision });
      } catch (thrown) {
        return { ...refusal("not_divisible"), message: wordsOf(thrown) };
      }
      return store.edit(toolCallId, input, { generation, ...options });
    },
    rebase: (toolCallId, options = {}) => {
      const generation = seen(toolCallId, options);
      const text = options.input === undefined ? undefined : readJson(options.input, "The rebased input").text;
      return decided(runFor(toolCallId, { rebase: { toolCallId, generation } }, text));
    },
    accept: (toolCallId, options) => {
      const generation = seen(toolCallId, options);
      const { ifStale } = options ?? {};
      if (ifStale !== undefined && ifStale !== "settle" && ifStale !== "rebase") {
        throw new CountersignError("invalid_argument", 'ifStale must be "settle" or "rebase".');
      }
      return decided(runFor(toolCallId, { accept: { toolCallId, generation, handler: handlerOf(toolCallId), ifStale } }));
    },
    reject: (toolCallId, options = {}) => {
      const generation = seen(toolCallId, options);
      const comment = options.comment === undefined ? undefined : String(options.comment);
      return decided(runFor(toolCallId, { reject: { toolCallId, generation, comment } }));
    },
    acceptAll: (calls) => {
      const set = calls.map((call) => {
        const { toolCallId, generation } = named(call);
        return { toolCallId, generation, handler: handlerOf(toolCallId) };
      });
      return decidedAll(set, { acceptAll: { calls: set } });
    },
    rejectAll: (calls, options = {}) => {
      const set = calls.map(named);
      const comment = options.comment === undefined ? undefined : String(options.comment);
      return decidedAll(set, { rejectAll: { calls: set, comment } });
    },
    cancel: (toolCallId, options) => {
      const generation = seen(toolCallId, options);
      return decided(runFor(toolCallId, { cancel: { toolCallId, generation, by: "host" } }, undefined, { answered: options?.answered }));
    },
    abortTurn: (sessionId, turnId) => {
      run({ abortTurn: { sessionId: readText(sessionId, "sessionId"), turnId: optionalText(turnId, "turnId") } });
    },
    beginTurn: (sessionId) => {
      run({ beginTurn: { sessionId: readText(sessionId, "sessionId") } });
    },
    endSession: (sessionId) => {
      run({ endSession: { sessionId: readText(sessionId, "sessionId") } });
    },
    redeliver: (toolCallId) => {
      if (toolCallId !== undefined) seen(toolCallId);
      // Also after `dispose`: an answer that is still undelivered must be able to leave.
      engine.run({ redeliver: { toolCallId } });
    },
    acquireOwner: (ownerKey) => {
      const key = readText(ownerKey, "ownerKey");
      const reply = run({ acquireOwner: { ownerKey: key } });
      if (reply.result !== "leased") throw unexpected(reply);
      const { lease } = reply;
      return () => {
        if (!disposed && engine.isLive()) engine.run({ releaseOwner: { ownerKey: key, lease } });
      };
    },
    registerHandler: (toolName, handler) => handlers.register(readText(toolName, "toolName"), handler),
    hasHandler: (toolName) => handlers.find(toolName) !== undefined,
    setEditPermission: (next, { applyToPending = false } = {}) => {
      if (next !== "manual" && next !== "bypass") {
        throw new CountersignError("invalid_argument", 'editPermission must be "manual" or "bypass".');
      }
      const waiting = applyToPending ? mirror.snapshot().pending : [];
      const applyTo = waiting.map(({ toolCallId, generation }) => ({ toolCallId, generation, handler: handlerOf(toolCallId) }));
      run({ setEditPermission: { editPermission: next, applyTo } });
    },
    grant: (request) => {
      const [command, json] = readGrant(request, span(request.expiresInMs, "expiresInMs"));
      if (disposed) throw disposedError();
      matchers.offer(request);
      const reply = engine.run(command, json);
      const grant = reply.result === "granted" ? mirror.snapshot().grants.find(({ grantId }) => grantId === reply.grantId) : undefined;
      if (grant === undefined) throw unexpected(reply);
      return grant;
    },
    revokeGrant: (grantId) => {
      run({ revokeGrant: { grantId: readCount(grantId, "grantId") } });
    },
    getSnapshot: mirror.snapshot,
    getServerSnapshot: () => EMPTY_SNAPSHOT,
    getApproval: (toolCallId) => mirror.get(toolCallId)?.approval,
    subscribe: (listener) => changed.add(listener),
    on: <Event extends keyof ApprovalEvents>(event: Event, listener: (value: ApprovalEvents[Event]) => void) => {
      if (event === "sessionSettled") return sessionSettled.add(listener as (sessionId: string) => void);
      const listeners = events.get(event) ?? createListeners<Approval>(onError);
      events.set(event, listeners);
      return listeners.add(listener as (approval: Approval) => void);
    },
    diff: (toolCallId) => {
      const { content } = known(toolCallId);
      if (content === undefined) return undefined;
      if (content.diff === undefined && disposed) throw disposedError();
      return (content.diff ??= createTextDiff(content.preview));
    },
    whenSettled: async (toolCallId) => {
      const { outcome, registration } = known(toolCallId);
      if (outcome !== undefined) return outcome;
      const waiting = waiters.get(registration.use);
      if (waiting !== undefined) return waiting.promise;
      let resolve: (outcome: Outcome) => void = () => undefined;
      const promise = new Promise<Outcome>((done) => {
        resolve = done;
      });
      waiters.set(registration.use, { promise, resolve });
      return promise;
    },
    dehydrate: () => {
      const previews = mirror.all().flatMap(({ registration: { toolCallId, generation }, content, view: { shown } }): KeptPreview[] =>
        content === undefined || shown === undefined ? [] : [{ toolCallId, generation, attempt: shown, preview: content.preview }],
      );
      const own = mirror.all().flatMap(({ registration, outcome }) =>
        outcome === undefined && engine.hasOwnHandler(registration) ? [registration.toolCallId] : [],
      );
      return writeState({ core: engine.dehydrate(), previews, own, unknown });
    },
    hydrate: (state, { waitForHandlerMs = 0 } = {}) => {
      if (disposed) throw disposedError();
      const kept = readState(state);
      mirror.keep(kept.previews);
      try {
        engine.restore(kept.core, waitForHandlerMs, new Set(kept.own));
      } catch (thrown) {
        // The core's text may not even be JSON.
        throw thrown instanceof CountersignError && thrown.code === "invalid_argument" ? malformed(thrown) : thrown;
      } finally {
        mirror.keep([]);
      }
      unknown = kept.unknown;
    },
    journal: recorder.journal,
    timeline: recorder.timeline,
    dispose: () => {
      if (disposed) return;
      disposed = true;
      engine.close();
    },
  };
  return Object.freeze(store);
}

function refusal<Code extends keyof typeof messages.refused>(code: Code): { result: "refused"; code: Code; message: string } {
  return { result: "refused", code, message: messages.refused[code] };
}

function isDecisionRefusal(code: (Reply & { result: "refused" })["code"]): code is RefusalCode {
  return code !== "duplicate_id" && code !== "undelivered" && code !== "duplicate_in_set" && code !== "not_presented";
}

/** Milliseconds as the core reads them; `undefined` for ever. */
function span(value: number | undefined, what: string): number | undefined {
  return value === Infinity ? undefined : whole(value, what, Number.MAX_SAFE_INTEGER);
}

/** A number of calls as the core reads it. */
function count(value: number | undefined, what: string): number | undefined {
  return whole(value, what, 0xffff_ffff);
}

function whole(value: number | undefined, what: string, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !(value >= 0)) throw new CountersignError("invalid_argument", `${what} must be a number from 0 on.`);
  return Math.min(Math.ceil(value), most);
}

function optionalText(value: string | undefined, what: string): string | undefined {
  return value === undefined ? undefined : readText(value, what);
}

function readNames(call: ToolCall): { readonly toolCallId: string; readonly toolName: string } {
  if (typeof call !== "object" || call === null) {
    throw new CountersignError("invalid_argument", "A call is { toolCallId, toolName, input }.");
  }
  return { toolCallId: readText(call.toolCallId, "toolCallId"), toolName: readText(call.toolName, "toolName") };
}

function readCount(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 0xffff_ffff) return value;
  throw new CountersignError("invalid_argument", `${what} must be a positive whole number.`);
}

function safely(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      onError(error);
    } catch (thrown) {
      rethrowLater(thrown);
    }
  };
}

function unexpected(reply: Reply): CountersignError {
  return new CountersignError("core_failed", `The core replied ${JSON.stringify(reply)}.`);
}
