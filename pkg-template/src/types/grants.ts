import type { CallContext } from "./handler.js";
import type { JsonValue } from "./json.js";

/** A person's yes to calls of one tool that are still to come. */
export interface Grant {
  readonly grantId: number;
  readonly toolName: string;
  /** Which of its calls: those with this very input, or those that the host's matcher takes. */
  readonly scope: { readonly kind: "exact"; readonly input: JsonValue } | { readonly kind: "matching"; readonly label: string };
  /** The session whose calls it is for; any, where absent. */
  readonly sessionId?: string | undefined;
  /** When it ends by itself, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

export type GrantRequest = {
  readonly toolName: string;
  /** Only calls of this session; the grant ends with it. */
  readonly sessionId?: string | undefined;
  /** Milliseconds that it holds. Default: until it is revoked. */
  readonly expiresInMs?: number | undefined;
} & (
  | {
      /** The validated input, as the person saw it. */
      readonly input: unknown;
    }
  | {
      /** Asked of each valid call of the tool, once. Only `true` counts. */
      readonly matches: (input: JsonValue, context: CallContext) => boolean;
      /** What it takes, in words that the person who grants it reads. */
      readonly label: string;
    }
);
