import type { BoundElicitation } from "countersign/phoenix";
import { useId, useMemo, useState } from "react";
import type { CardProps } from "../app/surface.ts";
import { answersOf, type Given, type Question, readQuestions, skipped } from "./questions.ts";
import { useElicitation } from "./useElicitation.ts";

/** The agent's questions, as a form in the chat. */
export function AskUserCard({ part: { toolCallId }, sessionId }: CardProps) {
  const waiting = useElicitation(sessionId, toolCallId);
  return waiting === undefined ? null : <Questions waiting={waiting} />;
}

function Questions({ waiting }: { readonly waiting: BoundElicitation }) {
  const questions = useMemo(() => readQuestions(waiting.questions), [waiting]);
  const [given, setGiven] = useState<Given>(questions.map(() => []));
  const [problem, setProblem] = useState("");
  const say = (at: number, said: readonly string[]): void => {
    setProblem("");
    setGiven((before) => before.map((one, index) => (index === at ? said : one)));
  };
  const send = (): void => {
    if (given.every((said) => said.length === 0)) return setProblem("Answer at least one question, or skip them.");
    void waiting.answer(answersOf(questions, given));
  };
  return (
    <form
      className="questions"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {questions.map((question, index) => (
        <Asked key={index} question={question} said={given[index] ?? []} onSaid={(said) => say(index, said)} />
      ))}
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="decision">
        <span className="spring" />
        <button type="button" className="button" onClick={() => void waiting.answer(skipped)}>
          Skip
        </button>
        <button type="submit" className="button button-primary">
          Send answers
        </button>
      </div>
    </form>
  );
}

interface AskedProps {
  readonly question: Question;
  readonly said: readonly string[];
  readonly onSaid: (said: readonly string[]) => void;
}

function Asked({ question: { text, options, multiple }, said, onSaid }: AskedProps) {
  const id = useId();
  if (options.length === 0) {
    return (
      <div className="question">
        <label htmlFor={id} dir="auto">
          {text}
        </label>
        <textarea id={id} dir="auto" value={said[0] ?? ""} onChange={({ target: { value } }) => onSaid(value === "" ? [] : [value])} />
      </div>
    );
  }
  return (
    <fieldset className="question">
      <legend dir="auto">{text}</legend>
      {options.map(({ label, description }) => (
        <label key={label} className="choice">
          <input
            type={multiple ? "checkbox" : "radio"}
            name={id}
            checked={said.includes(label)}
            onChange={({ target: { checked } }) => onSaid(multiple ? options.map((option) => option.label).filter((one) => (one === label ? checked : said.includes(one))) : [label])}
          />
          <span dir="auto">
            {label}
            {description !== undefined && <span className="quiet"> {description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
