import type { Recording } from "../app/surface.ts";
import type { Workspace } from "../app/workspace.ts";
import type { Span } from "./spans.ts";

const spanOf = ({ spans }: Workspace, index: number): Span => {
  const span = spans.get().spans[index];
  if (span === undefined) throw new RangeError("There is no such span.");
  return span;
};

export const spanRecordings: readonly Recording[] = [
  {
    label: "Annotate two answers",
    ask: "Are these answers right?",
    calls: (workspace) => [
      {
        toolName: "batch_span_annotate",
        input: {
          annotations: [
            { spanId: spanOf(workspace, 0).spanId, name: "correctness", label: "right", score: 1, explanation: "The list of closed days says so." },
            { spanNodeId: spanOf(workspace, 1).id, name: "correctness", label: "wrong", score: 0, explanation: "It costs twenty cents.", identifier: "second reader" },
          ],
        },
      },
    ],
  },
  {
    label: "Annotate all of them",
    ask: "How long are they, and are they polite?",
    calls: (workspace) => [
      {
        toolName: "batch_span_annotate",
        input: {
          annotations: [0, 1, 2].flatMap((index) => [
            { spanId: spanOf(workspace, index).spanId, name: "length", score: spanOf(workspace, index).output.length, annotatorKind: "CODE" },
            { spanId: spanOf(workspace, index).spanId, name: "tone", label: index === 2 ? "curt" : "friendly" },
          ]),
        },
      },
    ],
  },
  {
    label: "Annotate a span that is gone",
    ask: "And the answer of yesterday?",
    calls: (workspace) => [
      {
        toolName: "batch_span_annotate",
        input: {
          annotations: [
            { spanId: spanOf(workspace, 2).spanId, name: "correctness", label: "right" },
            { spanId: "ffffffffffffffff", name: "correctness", label: "right" },
          ],
        },
      },
    ],
  },
  {
    label: "An annotation that says nothing",
    ask: "Note something.",
    calls: (workspace) => [{ toolName: "batch_span_annotate", input: { annotations: [{ spanId: spanOf(workspace, 0).spanId, name: "correctness" }] } }],
  },
];
