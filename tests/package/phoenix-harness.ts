import type { JsonValue, ToolOutput } from "countersign";
import { phoenixMessages, type PhoenixMessages, type Playground, type PlaygroundInstance, type PlaygroundMessage, type PlaygroundTool } from "countersign/phoenix";

/** A recorded case of the original: what went in, and what came out. Sentences stand there as `code:NAME|params`. */
export interface Vector<Input = never, Expected = never> {
  readonly id: string;
  readonly fn: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The one vector of that id. */
export function vectorOf<Input, Expected>(file: VectorFile, id: string): Vector<Input, Expected> {
  const [vector] = vectorsOf<Input, Expected>(file, (each) => each.id === id);
  if (vector === undefined) throw new Error(`There is no vector ${id}.`);
  return vector;
}

export interface VectorFile {
  readonly vectors: readonly unknown[];
}

/** The vectors of a file that `pick` takes. What they hold is known to the test that reads them. */
export function vectorsOf<Input, Expected>({ vectors }: VectorFile, pick: (vector: Vector) => boolean = () => true): readonly Vector<Input, Expected>[] {
  return (vectors as readonly Vector<Input, Expected>[]).filter((vector) => pick(vector as Vector));
}

/** A catalogue that says every code and its params. */
export const everyCode: PhoenixMessages = Object.fromEntries(
  Object.keys(phoenixMessages).map((code) => [code, (...params: readonly string[]) => [`code:${code}`, ...params].join("|")]),
);

/** The same catalogue without some of its codes: those are said in our own words. */
export const codesBut = (isOurs: (code: string) => boolean): PhoenixMessages => Object.fromEntries(Object.entries(everyCode).filter(([code]) => !isOurs(code)));

/** As the vectors have it: the words that stand in sentences are params there. */
export const codes: PhoenixMessages = codesBut((code) => code.startsWith("WORD_"));

/** What a host is given that must not be called. */
export function never(): never {
  throw new Error("This must not be called.");
}

export const options = { messages: codes, revisions: "tokens" } as const;

/** A map of pending entries, as a slice keeps it, and what was emitted with the keys that it had by then. */
export class Slice<Entry> {
  pending: Record<string, Entry> = {};
  readonly emitted: { addToolOutput: ToolOutput; pendingAtEmit: string[] }[] = [];
  readonly events: unknown[] = [];

  readonly setPending = (toolCallId: string, entry: Entry | null): void => {
    this.events.push({ setPending: [toolCallId, entry] });
    const rest = Object.entries(this.pending).filter(([id]) => id !== toolCallId);
    this.pending = Object.fromEntries(entry === null ? rest : [...rest, [toolCallId, entry]]);
  };

  readonly addToolOutput = async (output: ToolOutput): Promise<void> => {
    this.events.push({ addToolOutput: output });
    this.emitted.push({ addToolOutput: output, pendingAtEmit: Object.keys(this.pending) });
    await Promise.resolve();
  };

  get outputs(): ToolOutput[] {
    return this.emitted.map(({ addToolOutput }) => addToolOutput);
  }
}

/** An entry as the vectors have it: without its callbacks. */
export function facts(entry: object | undefined): unknown {
  return entry === undefined ? null : JSON.parse(JSON.stringify(entry));
}

export interface StoredPlayground {
  readonly instances: readonly (Omit<PlaygroundInstance, "provider"> & { readonly provider?: string })[];
  readonly nextMessageId?: number;
  readonly nextToolId?: number;
}

/** A playground that a person and the agent both change. */
export class FakePlayground {
  instances: PlaygroundInstance[];
  readonly dirtyInstances: Record<string, boolean> = {};
  readonly messageRevisions: Record<string, number> = {};
  readonly toolRevisions: Record<string, number> = {};
  nextMessageId: number;
  nextToolId: number;
  writes = 0;

  constructor({ instances, nextMessageId = 50, nextToolId = 60 }: StoredPlayground) {
    this.instances = instances.map((instance) => ({ provider: "OPENAI", toolChoice: { type: "ZERO_OR_MORE" }, ...instance }));
    this.nextMessageId = nextMessageId;
    this.nextToolId = nextToolId;
  }

  readonly getPlayground = (): Playground => ({
    instances: this.instances.map((instance) => ({ ...instance, dirty: this.dirtyInstances[instance.id] === true })),
  });

  readonly reserveMessageIds = (count: number): number => (this.nextMessageId += count) - count;
  readonly reserveToolIds = (count: number): number => (this.nextToolId += count) - count;

  readonly applyPromptEdit = (edit: { readonly instanceId: number; readonly messages: readonly PlaygroundMessage[]; readonly touchedMessageIds: readonly number[] }): void => {
    this.change(edit.instanceId, { messages: edit.messages });
    for (const id of edit.touchedMessageIds) this.messageRevisions[id] = (this.messageRevisions[id] ?? 0) + 1;
  };

  readonly applyPromptTools = (write: {
    readonly instanceId: number;
    readonly tools: readonly PlaygroundTool[];
    readonly toolChoice?: JsonValue | undefined;
    readonly results: readonly { readonly toolId: number }[];
  }): void => {
    this.change(write.instanceId, { tools: write.tools, ...(write.toolChoice === undefined ? {} : { toolChoice: write.toolChoice }) });
    for (const { toolId } of write.results) this.toolRevisions[toolId] = (this.toolRevisions[toolId] ?? 0) + 1;
  };

  readonly removeInstance = (instanceId: number): void => {
    this.writes += 1;
    this.instances = this.instances.filter(({ id }) => id !== instanceId);
    this.dirtyInstances[instanceId] = false;
  };

  change(instanceId: number, patch: Partial<PlaygroundInstance>): void {
    this.writes += 1;
    this.instances = this.instances.map((instance) => (instance.id === instanceId ? { ...instance, ...patch } : instance));
    this.dirtyInstances[instanceId] = true;
  }

  /** As the vectors show it. */
  shown(): unknown {
    return {
      instances: this.instances.map(({ id, messages, tools, toolChoice }) => ({ id, messages, tools, toolChoice })),
      dirtyInstances: this.dirtyInstances,
      externallyUpdatedMessageRevisionById: this.messageRevisions,
      externallyUpdatedToolRevisionById: this.toolRevisions,
    };
  }
}

export const context = <Entry>(slice: Slice<Entry>, toolCallId = "call-1") => ({ toolCallId, sessionId: "sess-1", addToolOutput: slice.addToolOutput });
