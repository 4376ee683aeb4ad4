/** What went wrong, as a stable name. */
export type CountersignErrorCode =
  /** A value of the wrong type or shape was passed. */
  | "invalid_argument"
  /** A stored state is malformed, or of another version. */
  | "invalid_state"
  /** No call with that `toolCallId` was proposed. */
  | "unknown_id"
  /** The store was disposed of. */
  | "disposed"
  /** A hook was used without an `<ApprovalProvider>` above it. */
  | "no_provider"
  /** Under `countersign/slim`, before `init`. */
  | "not_initialised"
  /** The page's Content Security Policy refuses WebAssembly. */
  | "wasm_blocked"
  /** The WebAssembly could not be loaded. */
  | "wasm_failed"
  /** The WebAssembly instance failed while it ran; the store has answered what waited and is closed. */
  | "core_lost"
  /** A fault of Countersign itself. */
  | "core_failed";

/** Misuse, or an environment that can't work. Expected ends of a call are returned, never thrown. */
export class CountersignError extends Error {
  readonly code: CountersignErrorCode;

  constructor(code: CountersignErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CountersignError";
    this.code = code;
  }
}

/** The words of anything that was thrown. */
export function wordsOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    return "an error that can't be shown";
  }
}
