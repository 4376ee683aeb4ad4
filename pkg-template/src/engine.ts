import { applyInput } from "./apply.js";
import { type Checked, checkInput, invalid } from "./check.js";
import { Core } from "./core/glue.js";
import type { Change, Command, Effect, LiveRevision, Reply, Transition } from "./core/protocol.js";
import { CountersignError, wordsOf } from "./errors.js";
import type { Handlers } from "./handlers.js";
import { attempt, type Maybe } from "./maybe.js";
import { messages } from "./messages.js";
import type { Mirror } from "./mirror.js";
import { readText } from "./text.js";
import type { Approval, CallContext, EditPermission, ToolOutput } from "./types.js";

/** Gives commands to the core and performs the effects that it returns. */
export interface Engine {
  /** Gives one command, performs what follows from it, and tells what changed. */
  readonly run: (command: Command, json?: string) => Reply;
  /** Milliseconds that a call waits for its handler to be registered. */
  readonly waitForHandler: (toolCallId: string, ms: number) => void;
  /** Frees the core as soon as every answer is delivered. */
  readonly close: () => void;
}

interface Parts {
  readonly editPermission: EditPermission;
  /** Milliseconds; `undefined` for ever. */
  readonly handlerTimeout: number | undefined;
  readonly mirror: Mirror;
  readonly handlers: Handlers;
  readonly now: () => number;
  readonly send: (output: ToolOutput) => unknown;
  /** Told of each change, after the effects of its command were performed. */
  readonly changed: (event: Change["event"], approval: Approval) => void;
  /** Told once after a run of changes. */
  readonly settled: () => void;
  readonly onError: (error: unknown) => void;
}

type Call = { readonly toolCallId: string; readonly generation: number };

export function createEngine(parts: Parts): Engine {
  const { mirror, handlers, onError } = parts;
  const effects: Effect[] = [];
  const changes: [Change["event"], Approval][] = [];
  const waits = new Map<string, number>();
  const writes = new Map<string, AbortController>();
  let performing = false;
  let telling = false;
  let changedSince = false;
  let state: "open" | "closing" | "freed" | "lost" = "open";

  const core = guarded(() => new Core(parts.editPermission, parts.handlerTimeout, () => run("wake")));

  function run(command: Command, json?: string): Reply {
    if (state === "freed") throw disposedError();
    if (state === "lost") throw new CountersignError("core_lost", LOST);
    const { reply, changes: made = [], effects: asked = [] } = step(command, json);
    for (const change of made) {
      const approval = mirror.follow(change);
      if (approval.outcome !== undefined) waits.delete(approval.toolCallId);
      changes.push([change.event, approval]);
    }
    changedSince ||= made.length > 0;
    effects.push(...asked);
    finish();
    return reply;
  }

  function step(command: Command, json: string | undefined): Transition {
    try {
      return guarded(() => core.step(JSON.stringify(command), json, now()));
    } catch (thrown) {
      if (thrown instanceof CountersignError && thrown.code === "core_lost") lose();
      throw thrown;
    }
  }

  /** The outermost run performs and tells for all that are nested in it. */
  function finish(): void {
    if (performing) return;
    performing = true;
    for (let effect = effects.shift(); effect !== undefined; effect = effects.shift()) {
      try {
        perform(effect);
      } catch (thrown) {
        onError(thrown);
      }
    }
    performing = false;
    if (state === "open" || state === "closing") guarded(() => core.arm(now()));
    tell();
    freeWhenDone();
  }

  function tell(): void {
    if (telling) return;
    telling = true;
    while (changes.length > 0 || changedSince) {
      const change = changes.shift();
      if (change === undefined) {
        changedSince = false;
        parts.settled();
      } else {
        parts.changed(...change);
      }
    }
    telling = false;
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
    const approval = mirror.get(effect.toolCallId);
    if (approval === undefined || approval.generation !== effect.generation) return;
    switch (effect.type) {
      case "validate":
        return validate(approval, effect.attempt);
      case "readRevision":
        return readRevision(approval);
      case "apply":
        return apply(approval);
      case "abortApply":
        return writes.get(keyOf(effect))?.abort(abortReason());
      case "deliver":
        return deliver(approval);
    }
  }

  function validate(approval: Approval, attemptNumber: number): void {
    const { toolName, toolCallId, generation, review } = approval;
    const context = contextOf(approval);
    const first = attemptNumber === 1;
    const input = first ? approval.proposed : (approval.draft?.input ?? approval.proposed);
    const check = (handler = handlers.find(toolName)): Maybe<Checked> =>
      handler === undefined
        ? invalid("handler_missing")
        : checkInput({ handler, input, context, review, readsRevision: first });
    const wait = waits.get(toolCallId) ?? 0;
    waits.delete(toolCallId);
    const found = handlers.find(toolName) === undefined && wait > 0 ? handlers.wait(toolName, wait).then(check) : check();
    report(found, ({ result, effective, content }) => {
      if (content !== undefined) mirror.offer(toolCallId, generation, attemptNumber, content);
      run({ validated: { toolCallId, generation, attempt: attemptNumber, result } }, effective);
    });
  }

  function readRevision(approval: Approval): void {
    const { toolCallId, generation, toolName, input } = approval;
    const handler = handlers.find(toolName);
    const found = attempt(
      () => {
        if (handler?.readRevision === undefined) throw new Error(messages.invalid.handler_missing);
        return handler.readRevision(input, contextOf(approval));
      },
      (revision): LiveRevision => ({ read: { revision: readText(revision, "The revision") } }),
      (thrown): LiveRevision => ({ failed: { errorText: wordsOf(thrown) } }),
    );
    report(found, (result) => run({ revisionRead: { toolCallId, generation, result } }));
  }

  function apply(approval: Approval): void {
    if (approval.status !== "applying") return;
    const { toolCallId, generation, toolName, input, approvalSource } = approval;
    const write = new AbortController();
    writes.set(keyOf(approval), write);
    const context = { ...contextOf(approval), approvalSource, signal: write.signal };
    report(applyInput(handlers.find(toolName), input, context), ({ result, output }) => {
      writes.delete(keyOf(approval));
      run({ applied: { toolCallId, generation, result } }, output);
    });
  }

  function deliver(approval: Approval): void {
    if (approval.outcome === undefined) return;
    const { toolCallId, generation, sent } = approval;
    const sending = attempt(
      () => parts.send(sent),
      () => "taken" as const,
      () => "failed" as const,
    );
    report(sending, (result) => run({ sent: { toolCallId, generation, result } }));
  }

  /** Goes on when an effect has ended, at once or later. A late report to a lost core has no taker. */
  function report<T>(ended: Maybe<T>, next: (value: T) => void): void {
    const ifLive = (value: T): void => {
      if (state === "open" || state === "closing") next(value);
    };
    void attempt(() => ended, ifLive, onError);
  }

  /** The core is gone: what waits is answered here, since nobody else can any more. */
  function lose(): void {
    if (state === "lost") return;
    state = "lost";
    effects.length = 0;
    for (const approval of [...mirror.all()]) {
      if (approval.outcome !== undefined) continue;
      const { toolCallId, generation, presented, edited } = approval;
      const outcome =
        approval.status === "applying"
          ? ({ status: "failed", code: "core_lost" } as const)
          : ({ status: "cancelled", reason: "core_lost" } as const);
      const settled = mirror.follow({
        event: "settled",
        call: { toolCallId, generation, presented, edited, ...(approval.input === undefined ? {} : { shown: 0 }), state: { status: "settled", outcome, delivery: "sending" } },
      });
      writes.get(keyOf(approval))?.abort(abortReason());
      changes.push(["settled", settled]);
      deliver(settled);
    }
    changedSince = true;
    tell();
  }

  function freeWhenDone(): void {
    if (state !== "closing") return;
    for (const { outcome, ...approval } of mirror.all()) {
      if (outcome === undefined || ("delivery" in approval && approval.delivery !== "delivered")) return;
    }
    state = "freed";
    core.free();
  }

  return {
    run,
    waitForHandler: (toolCallId, ms) => waits.set(toolCallId, ms),
    close: () => {
      if (state !== "open") return;
      state = "closing";
      run("close");
    },
  };
}

export function disposedError(): CountersignError {
  return new CountersignError("disposed", "This approval store was disposed of. Make a new one.");
}

const LOST = "The approval core failed. What waited was answered as cancelled; make a new store.";

/** Calls into wasm. A trap there is the end of the instance; anything else is an error with a code. */
function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError) throw new CountersignError("core_lost", LOST, { cause: thrown });
    throw fromCore(thrown);
  }
}

function fromCore(thrown: unknown): CountersignError {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  const known = code === "unknown_id" || code === "disposed" || code === "invalid_argument" ? code : "core_failed";
  return new CountersignError(known, wordsOf(thrown), { cause: thrown });
}

function contextOf({ toolCallId, toolName, generation }: Approval): CallContext {
  return { toolCallId, toolName, generation };
}

function keyOf({ toolCallId, generation }: Call): string {
  return `${generation}:${toolCallId}`;
}

function abortReason(): DOMException {
  return new DOMException("The approval store no longer waits for this write.", "AbortError");
}
