import type { ApprovalSource, ToolOutput } from "./types.js";

/** The key of an entry's {@link Claim}: entries that are bound by `countersign/phoenix` have one. */
export const CLAIM = Symbol.for("countersign.claim");

/** What was decided of an entry, by its own function. */
export type Decided =
  | { readonly decision: "accept"; readonly source: ApprovalSource }
  | { readonly decision: "reject"; readonly comment?: string | undefined }
  | { readonly decision: "cancel" | "answer" };

/** What an entry has of its call, until the call is answered. */
export interface Claim {
  /**
   * Whether the entry can be decided, is decided and not answered yet, or has nothing to do with its call any
   * more: it is answered, or was withdrawn.
   */
  readonly state: () => "open" | "decided" | "over";
  readonly decided: () => Decided | undefined;
  /** The answer, as soon as it is made. Resolves with nothing where the claim was withdrawn before that. */
  readonly output: Promise<ToolOutput | undefined>;
  /** The same, if it is made. */
  readonly made: () => ToolOutput | undefined;
  /** Resolves when the answer is taken; rejects where the sender failed. */
  readonly sent: () => Promise<void>;
  /** Sends the answer again where the sender had failed. */
  readonly sendAgain: () => Promise<void>;
  /** The call is answered by somebody else: nothing can be decided any more, and nothing is sent. */
  readonly withdraw: () => void;
}

/** The key by which a state, and each setter of its maps, gives what the ledger knows of its {@link Calls}. */
export const CALLS = Symbol.for("countersign.calls");

/** The calls of a slice, whichever way they came in. */
export interface Calls {
  /** One object for each slice. */
  readonly slice: object;
  /** Whether this very call has ended or was taken back: it is not to be asked again. */
  readonly isOver: (toolCallId: string, input: unknown) => boolean;
  /**
   * Takes a call back that nobody has decided yet, also one that is still checked. Tells whether its answer is
   * still to be given, by who takes it back.
   */
  readonly takeBack: (toolCallId: string) => boolean;
  /** The answer of who took a call back was taken. */
  readonly answered: (toolCallId: string) => void;
  /** Sends again what could not be sent of a call. */
  readonly sendAgain: (toolCallId: string) => void;
  /** Lets the ledger accept an entry at once, which is not shown. */
  readonly acceptAtOnce: (toolCallId: string, entry: object) => void;
}

/** What the ledger knows of the calls of a state, or of those that a setter puts into it. */
export function callsOf(holder: object): Calls | undefined {
  return (holder as { readonly [CALLS]?: Calls })[CALLS];
}
