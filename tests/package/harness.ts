import { type ApprovalHandler, type ApprovalStore, type ApprovalStoreOptions, createApprovalStore, type JsonValue, type ToolOutput } from "countersign";

/** An input of the tool that most tests use: one line of text for one document. */
export interface Edit {
  readonly line: string;
}

/** A store with one tool, the document that it writes, and what the agent received. */
export interface Harness {
  readonly store: ApprovalStore;
  readonly sent: ToolOutput[];
  readonly document: { text: string; revision: number; writes: number };
  /** What the agent received for one call. */
  readonly answers: (toolCallId: string) => ToolOutput[];
  readonly propose: (toolCallId: string, input?: JsonValue) => ReturnType<ApprovalStore["propose"]>;
}

export const TOOL = "edit_line";

export function harness(
  handler: Partial<ApprovalHandler<Edit>> = {},
  options: Partial<ApprovalStoreOptions> = {},
): Harness {
  const sent: ToolOutput[] = [];
  const document = { text: "old line", revision: 1, writes: 0 };
  const store = createApprovalStore({
    onOutput: (output) => {
      sent.push(output);
    },
    ...options,
  });
  store.registerHandler<Edit>(TOOL, {
    validate: (input) =>
      isEdit(input) ? { ok: true, value: { line: input.line } } : { ok: false, errorText: "`line` must be a text." },
    preview: ({ line }) => ({ before: document.text, after: line }),
    readRevision: () => `r${document.revision}`,
    apply: ({ line }) => {
      document.text = line;
      document.revision += 1;
      document.writes += 1;
      return { status: "applied", output: { revision: `r${document.revision}` } };
    },
    ...handler,
  });
  return {
    store,
    sent,
    document,
    answers: (toolCallId) => sent.filter((output) => output.toolCallId === toolCallId),
    propose: (toolCallId, input = { line: "new line" }) => store.propose({ toolCallId, toolName: TOOL, input }),
  };
}

export function isEdit(input: unknown): input is Edit {
  return typeof input === "object" && input !== null && "line" in input && typeof input.line === "string";
}

/** A promise and what ends it. */
export function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Lets everything that is already promised happen. */
export async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Notes what nobody catches, in Node or in a page, until it is asked for it. */
export function watchUncaught(): () => Promise<unknown[]> {
  const thrown: unknown[] = [];
  const note = (error: unknown): void => {
    thrown.push(error);
  };
  const onError = (event: ErrorEvent | PromiseRejectionEvent): void => note("reason" in event ? event.reason : event.error);
  const inNode = "process" in globalThis;
  if (inNode) process.on("uncaughtException", note).on("unhandledRejection", note);
  else for (const kind of ["error", "unhandledrejection"] as const) addEventListener(kind, onError);
  return async () => {
    await macrotask();
    if (inNode) process.off("uncaughtException", note).off("unhandledRejection", note);
    else for (const kind of ["error", "unhandledrejection"] as const) removeEventListener(kind, onError);
    return thrown;
  };
}

/** The next macrotask, also where timers are faked. */
function macrotask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
