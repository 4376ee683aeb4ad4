import { applyInput } from "./apply.js";
import type { Call, Registration } from "./call.js";
import { type Checked, checkInput, invalid } from "./check.js";
import { Core } from "./core/glue.js";
import type { Change, CheckKind, Command, Effect, LiveRevision, Reply, Settings, StateView, Transition } from "./core/protocol.js";
import { CountersignError, wordsOf } from "./errors.js";
import { follow } from "./follow.js";
import type { Matchers } from "./grants.js";
import type { AnyHandler, Handlers } from "./handlers.js";
import type { Recorder } from "./journal.js";
import { attempt, type Maybe } from "./maybe.js";
import { messages } from "./messages.js";
import type { Mirror } from "./mirror.js";
import { readText } from "./text.js";
import type { ApplyContext, ApprovalSource, CallContext, CallSender, JsonValue, ToolOutput } from "./types.js";

/** Gives commands to the core and performs the effects that it returns. */
export interface Engine {
  /** Gives one command, performs what follows from it, and tells what changed. */
  readonly run: (command: Command, json?: string) => Reply;
  /** The same for a command about one call, which is returned as it stands in the end. */
  readonly runFor: (toolCallId: string, command: Command, json?: string, bring?: Brought) => Ran;
  /** What checks and writes a call: its own handler, or the one that `find` has for its tool. */
  readonly handlerOf: (registration: Registration, find?: Handlers["find"]) => AnyHandler | undefined;
  /** Whether a call has a handler of its own. */
  readonly hasOwnHandler: (registration: Registration) => boolean;
  /**
   * Takes over a stored state. Calls that are checked again wait so many milliseconds for their handlers;
   * those that had one of their own have none now.
   */
  readonly restore: (state: string, waitForHandlerMs: number, own: ReadonlySet<string>) => void;
  /** The calls as text that outlives the page. */
  readonly dehydrate: () => string;
  /** The same for a command about a set of calls. */
  readonly runForAll: (toolCallIds: readonly string[], command: Command) => { readonly reply: Reply; readonly each: readonly Ran[] };
  /** Whether commands are still taken. */
  readonly isLive: () => boolean;
  /** Frees the core as soon as every answer is delivered. */
  readonly close: () => void;
}

/** What goes with a command about one call, and the core need not know. */
export interface Brought {
  /** Milliseconds that a call which is registered by it waits for its handler. */
  readonly waitForHandlerMs?: number | undefined;
  readonly handler?: AnyHandler | undefined;
  readonly onOutput?: CallSender | undefined;
  /** What is taken back by it has its answer from elsewhere. */
  readonly answered?: boolean | undefined;
}

/** What a command about one call came to, even if its id has been used again meanwhile. */
export interface Ran {
  readonly reply: Reply;
  readonly call: Call | undefined;
}

interface Parts {
  readonly settings: Settings;
  readonly mirror: Mirror;
  readonly handlers: Handlers;
  readonly matchers: Matchers;
  readonly recorder: Recorder;
  readonly now: () => number;
  readonly send: (output: ToolOutput) => unknown;
  /** Told of each change, after the effects of its command were performed. */
  readonly onChange: (event: Change["event"], call: Call) => void;
  /** Told when nothing of a session is open any more. */
  readonly onSessionSettled: (sessionId: string) => void;
  /** Told once after a run of changes. */
  readonly onChanges: () => void;
  readonly onError: (error: unknown) => void;
}

export function createEngine(parts: Parts): Engine {
  const { mirror, handlers, matchers, recorder, onError } = parts;
  const effects: Effect[] = [];
  /** How many of them have begun. */
  let performed = 0;
  const news: (() => void)[] = [];
  const waits = new Map<string, number>();
  /** By the use of an id. One that is there and `undefined` went with the page. */
  const ownHandlers = new WeakMap<object, AnyHandler | undefined>();
  const ownSenders = new WeakMap<object, CallSender>();
  const answered = new WeakSet();
  const writes = new WeakMap<Registration, () => AbortController>();
  let performing = false;
  let telling = false;
  let changedSince = false;
  let state: "open" | "closing" | "freed" | "lost" = "open";

  const core = inCore(() => new Core(JSON.stringify(parts.settings), () => run("wake")));

  function run(command: Command, json?: string): Reply {
    const { reply } = take(command, json);
    finish();
    return reply;
  }

  function runForAll(toolCallIds: readonly string[], command: Command): ReturnType<Engine["runForAll"]> {
    const [{ reply, decisions = [] }, registrations] = takeFor(toolCallIds, command, undefined);
    finish();
    return { reply, each: decisions.map((decision, index) => ({ reply: decision, call: registrations[index]?.latest })) };
  }

  function runFor(toolCallId: string, command: Command, json?: string, bring: Brought = {}): Ran {
    const [{ reply }, [registration]] = takeFor([toolCallId], command, json);
    if (registration !== undefined) equip(registration, reply, bring);
    finish();
    return { reply, call: registration?.latest };
  }

  function equip({ toolCallId, use }: Registration, { result }: Reply, { waitForHandlerMs, handler, onOutput, answered: elsewhere }: Brought): void {
    if (waitForHandlerMs !== undefined && result === "registered") waits.set(toolCallId, waitForHandlerMs);
    if (result === "registered" || result === "repeated") {
      if (handler !== undefined) ownHandlers.set(use, handler);
      if (onOutput !== undefined) ownSenders.set(use, onOutput);
    }
    if (elsewhere === true && (result === "settled" || result === "aborting")) answered.add(use);
  }

  function restore(state: string, waitForHandlerMs: number, own: ReadonlySet<string>): void {
    const { changes = [] } = take({ restore: {} }, state);
    for (const { event, call } of changes) {
      if (event !== "restored") continue;
      if (call.state.status === "proposed") waits.set(call.toolCallId, waitForHandlerMs);
      const registration = own.has(call.toolCallId) ? mirror.get(call.toolCallId)?.registration : undefined;
      if (registration !== undefined && !ownHandlers.has(registration.use)) ownHandlers.set(registration.use, undefined);
    }
    finish();
  }

  function handlerOf({ use, toolName }: Registration, find = handlers.find): AnyHandler | undefined {
    return ownHandlers.has(use) ? ownHandlers.get(use) : find(toolName);
  }

  /**
   * Which uses of the ids a command was about, fixed before its effects use them again. One that the
   * command found too old to remember is still the one that it was about.
   */
  function takeFor(
    toolCallIds: readonly string[],
    command: Command,
    json: string | undefined,
  ): [Transition, (Registration | undefined)[]] {
    const known = (toolCallId: string): Registration | undefined => mirror.get(toolCallId)?.registration;
    const before = toolCallIds.map(known);
    const transition = take(command, json);
    return [transition, toolCallIds.map((toolCallId, index) => known(toolCallId) ?? before[index])];
  }

  function take(command: Command, json: string | undefined): Transition {
    mustLive();
    const at = now();
    const transition = inCore(() => core.step(JSON.stringify(command), json, at));
    const { changes = [], effects: asked = [], sessionsSettled = [], grants } = transition;
    const changesMore = typeof command === "object" && BESIDE_CALLS.some((name) => name in command);
    recorder.record(command, json, at, transition);
    follow(mirror, command, transition, (event, call) => {
      if (event === "settled") waits.delete(call.registration.toolCallId);
      news.push(() => parts.onChange(event, call));
    });
    for (const sessionId of sessionsSettled) news.push(() => parts.onSessionSettled(sessionId));
    matchers.follow(transition);
    changedSince ||= changes.length > 0 || grants !== undefined || changesMore;
    for (const effect of asked) effects.push(effect);
    return transition;
  }

  function mustLive(): void {
    if (state === "freed") throw disposedError();
    if (state === "lost") throw new CountersignError("core_lost", LOST);
  }

  /**
   * Calls into wasm. The core's own refusals are errors with a code; anything else left it in the
   * middle of a step, and is the end of this store.
   */
  function inCore<T>(call: () => T): T {
    try {
      return call();
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown) throw refusedByCore(thrown, thrown.code);
      lose();
      throw new CountersignError("core_lost", LOST, { cause: thrown });
    }
  }

  /** The outermost run performs and tells for all that are nested in it. */
  function finish(): void {
    if (performing) return;
    performing = true;
    // More may come in while they are performed.
    for (const effect of effects) {
      performed += 1;
      try {
        perform(effect);
      } catch (thrown) {
        onError(thrown);
      }
    }
    effects.length = performed = 0;
    performing = false;
    if (isLive()) inCore(() => core.arm(now()));
    tell();
    freeWhenDone();
  }

  function tell(): void {
    if (telling) return;
    telling = true;
    while (changedSince || news.length > 0) {
      // More may come in while it is told.
      for (const tellOne of news) tellOne();
      news.length = 0;
      if (changedSince) {
        changedSince = false;
        parts.onChanges();
      }
    }
    telling = false;
  }

  function isLive(): boolean {
    return state === "open" || state === "closing";
  }

  function now(): number {
    try {
      return parts.now();
    } catch (thrown) {
      onError(thrown);
      return Date.now();
    }
  }

  function perform(effect: Effect): void {
    const call = mirror.get(effect.toolCallId);
    if (call?.registration.generation !== effect.generation) return;
    switch (effect.type) {
      case "validate":
        return validate(call, effect.attempt, effect.check);
      case "readRevision":
        return readRevision(call);
      case "apply":
        return apply(call, effect.approvalSource);
      case "abortApply":
        return writes.get(call.registration)?.().abort(abortReason());
      case "deliver":
        return deliver(call);
    }
  }

  function validate(call: Call, number: number, kind: CheckKind): void {
    const { registration, draft } = call;
    const { toolName, toolCallId, generation, review, proposed, use } = registration;
    const input = kind === "proposed" || draft === undefined ? proposed : draft.input;
    const context = contextOf(call);
    const matching = (valid: JsonValue): readonly number[] => matchers.matching(valid, context);
    const check = (handler = handlerOf(registration)): Maybe<Checked> =>
      handler === undefined
        ? invalid("handler_missing")
        : checkInput({ handler, input, context, review, check: kind, matching });
    const wait = waits.get(toolCallId) ?? 0;
    waits.delete(toolCallId);
    const missing = handlerOf(registration) === undefined && !ownHandlers.has(use);
    const found = missing && wait > 0 ? handlers.wait(toolName, wait).then(check) : check();
    report(registration, found, ({ result, effective, content }) => {
      if (content !== undefined) mirror.offer(toolCallId, generation, number, content);
      run({ validated: { toolCallId, generation, attempt: number, result } }, effective);
    });
  }

  function readRevision(call: Call): void {
    const { registration, content } = call;
    const { toolCallId, generation } = registration;
    const handler = handlerOf(registration);
    const found = attempt(
      () => {
        if (handler?.readRevision === undefined) throw new Error(messages.invalid.handler_missing);
        return handler.readRevision(content?.input, contextOf(call));
      },
      (revision): LiveRevision => ({ read: { revision: readText(revision, "The revision") } }),
      (thrown): LiveRevision => ({ failed: { errorText: wordsOf(thrown) } }),
    );
    report(registration, found, (result) => run({ revisionRead: { toolCallId, generation, result } }));
  }

  function apply(call: Call, approvalSource: ApprovalSource): void {
    const { registration, content } = call;
    const { toolCallId, generation } = registration;
    const write = lazyAbort();
    writes.set(registration, write);
    const context: ApplyContext = {
      ...contextOf(call),
      approvalSource,
      preview: content?.preview,
      get signal() {
        return write().signal;
      },
    };
    report(registration, applyInput(handlerOf(registration), content?.input, context), ({ result, output }) => {
      run({ applied: { toolCallId, generation, result } }, output);
    });
  }

  function deliver({ registration, sent }: Call): void {
    if (sent === undefined) return;
    const { toolCallId, generation, use } = registration;
    const sending = attempt(
      () => {
        if (answered.has(use)) return undefined;
        const own = ownSenders.get(use);
        return own === undefined ? parts.send(sent) : own(sent, parts.send);
      },
      () => "taken" as const,
      () => "failed" as const,
    );
    report(
      registration,
      sending,
      (result) => run({ sent: { toolCallId, generation, result } }),
      (result) => noteDelivery(toolCallId, result === "taken" ? "delivered" : "undelivered"),
    );
  }

  /**
   * Goes on when an effect has ended, at once or later. A core that was lost meanwhile is told nothing;
   * nor is one that has forgotten the call, whose id may be in use again.
   */
  function report<T>(of: Registration, ended: Maybe<T>, next: (value: T) => void, ifLost?: (value: T) => void): void {
    void attempt(
      () => ended,
      (value) => {
        if (!isLive()) ifLost?.(value);
        else if (mirror.get(of.toolCallId)?.registration === of) next(value);
      },
      onError,
    );
  }

  /** The core is gone: what waits is answered here, since nobody else can any more. */
  function lose(): void {
    state = "lost";
    const told = telling;
    telling = true;
    for (const effect of effects.splice(performed)) {
      if (effect.type === "deliver") perform(effect);
    }
    for (const call of mirror.all()) {
      if (call.outcome !== undefined) continue;
      const outcome =
        call.view.state.status === "applying"
          ? ({ status: "failed", code: "core_lost" } as const)
          : ({ status: "cancelled", reason: "core_lost" } as const);
      const settled = note("settled", call, { status: "settled", outcome, delivery: "sending" });
      writes.get(call.registration)?.().abort(abortReason());
      deliver(settled);
    }
    telling = told;
    tell();
  }

  function noteDelivery(toolCallId: string, delivery: "delivered" | "undelivered"): void {
    const call = mirror.get(toolCallId);
    if (call?.view.state.status !== "settled") return;
    note(delivery, call, { ...call.view.state, delivery });
    tell();
  }

  /** A change that the core can't report any more. */
  function note(event: Change["event"], call: Call, to: StateView): Call {
    const noted = mirror.follow({ event, call: { ...call.view, state: to } });
    news.push(() => parts.onChange(event, noted));
    changedSince = true;
    return noted;
  }

  function freeWhenDone(): void {
    if (state !== "closing") return;
    const done = mirror.all().every(({ view }) => view.state.status === "settled" && view.state.delivery === "delivered");
    if (!done) return;
    state = "freed";
    core.free();
  }

  return {
    run,
    runFor,
    runForAll,
    restore,
    handlerOf,
    hasOwnHandler: ({ use }) => ownHandlers.has(use),
    dehydrate: () => {
      mustLive();
      return inCore(() => core.dehydrate());
    },
    isLive,
    close: () => {
      if (state !== "open") return;
      state = "closing";
      run("close");
    },
  };
}

/** Commands that change what a reload would bring back, or the mode, also where no call changes. */
const BESIDE_CALLS = ["setEditPermission", "abortTurn", "beginTurn", "endSession"] as const;

export function disposedError(): CountersignError {
  return new CountersignError("disposed", "This approval store was disposed of. Make a new one.");
}

const LOST = "The approval core failed. What waited was answered as cancelled; make a new store.";

function refusedByCore(error: Error, code: unknown): CountersignError {
  const known = code === "unknown_id" || code === "disposed" || code === "invalid_argument" || code === "invalid_state" ? code : "core_failed";
  return new CountersignError(known, error.message, { cause: error });
}

function contextOf({ registration: { toolCallId, toolName, generation }, view: { expectedRevision } }: Call): CallContext {
  return { toolCallId, toolName, generation, expectedRevision };
}

/** Most writes never look at their signal, and making one is dear. */
function lazyAbort(): () => AbortController {
  let controller: AbortController | undefined;
  return () => (controller ??= new AbortController());
}

function abortReason(): DOMException {
  return new DOMException("The approval store no longer waits for this write.", "AbortError");
}
