import type { SpanAnnotation } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";
import { globalId } from "../globalId.ts";

export type Annotation = Pick<SpanAnnotation, "name" | "annotatorKind" | "label" | "score" | "explanation" | "identifier">;

/** What one step of an agent did. */
export interface Span {
  readonly id: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly annotations: readonly Annotation[];
}

export interface SpansState {
  readonly spans: readonly Span[];
  /** The span that is in view. */
  readonly openId: string | null;
}

const sampleSpans: readonly Span[] = [
  {
    id: globalId("Span", 7),
    spanId: "5a1c0e77b2d94f03",
    name: "answer question",
    input: "Is the reading room open on the third of October?",
    output: "No, it is closed on that day.",
    annotations: [{ name: "tone", annotatorKind: "HUMAN", label: "friendly", score: null, explanation: null, identifier: null }],
  },
  {
    id: globalId("Span", 8),
    spanId: "c93f1b6a08e2457d",
    name: "answer question",
    input: "Can I print in colour?",
    output: "Yes, in colour, on the ground floor, it costs thirty cents a page.",
    annotations: [],
  },
  {
    id: globalId("Span", 9),
    spanId: "04d7ae52f1c88b36",
    name: "look up opening hours",
    input: "easter monday",
    output: "closed",
    annotations: [],
  },
];

export const createSpans = (): State<SpansState> => createState<SpansState>({ spans: sampleSpans, openId: null });
