import type { JsonValue } from "countersign";
import { isObject, listOf, textOf } from "../json.ts";

/** A question as the form asks it. */
export interface Question {
  readonly text: string;
  /** Empty where the person answers in words. */
  readonly options: readonly { readonly label: string; readonly description: string | undefined }[];
  /** More than one option may be chosen. */
  readonly multiple: boolean;
}

/** The questions of a call; whatever the agent sent, something is asked. */
export const readQuestions = (questions: readonly JsonValue[]): readonly Question[] => questions.map(readQuestion);

function readQuestion(value: JsonValue): Question {
  if (!isObject(value)) return { text: textOf(value) ?? JSON.stringify(value), options: [], multiple: false };
  const options = listOf(value["options"]).map((option) => ({
    label: (isObject(option) ? textOf(option["label"]) : textOf(option)) ?? JSON.stringify(option),
    description: isObject(option) ? textOf(option["description"]) : undefined,
  }));
  return { text: textOf(value["question"]) ?? JSON.stringify(value), options, multiple: value["multiple"] === true };
}

/** What the person has said to each question: options, or one text. */
export type Given = readonly (readonly string[])[];

/** What the agent is told. A question that was left out has no answer. */
export const answersOf = (questions: readonly Question[], given: Given): JsonValue => ({
  status: "answered",
  answers: questions.map(({ text, multiple }, index) => {
    const said = given[index] ?? [];
    return { question: text, answer: multiple ? said : (said[0] ?? null) };
  }),
});

export const skipped: JsonValue = { status: "skipped" };
