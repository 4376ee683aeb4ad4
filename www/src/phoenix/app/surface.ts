import type { AgentToolDefinition } from "countersign/phoenix";
import type { ComponentType } from "react";
import type { RecordedCall, ToolPart } from "./transcript.ts";
import type { Workspace } from "./workspace.ts";

/** Something that the person asks for, and the calls that the agent answers with. */
export interface Recording {
  /** What its button says. */
  readonly label: string;
  readonly ask: string;
  /** Filled in with the ids and revisions that the agent would have read just now. */
  readonly calls: (workspace: Workspace) => readonly RecordedCall[];
}

export interface CardProps {
  /** The call as the transcript has it. */
  readonly part: ToolPart;
  readonly sessionId: string;
}

/** How the calls of a tool are shown. */
export interface Card {
  readonly title: string;
  /** What would change. Shown while the call waits. */
  readonly Body: ComponentType<CardProps>;
  /** The body answers by itself; else the frame has Accept and Reject, for the entry in the tool's map. */
  readonly ownAnswer?: true;
}

/** A part of the app with its own model, panel and tools. */
export interface Surface {
  readonly id: string;
  readonly title: string;
  /** Always mounted, shown by its tab. A surface without a panel has no tab, and its recordings are always there. */
  readonly Panel?: ComponentType;
  /** It is there only while the playground is open. */
  readonly inPlayground?: true;
  readonly tools: (workspace: Workspace) => readonly AgentToolDefinition[];
  /** By the name of the tool. */
  readonly cards: Readonly<Record<string, Card>>;
  readonly recordings: readonly Recording[];
}
