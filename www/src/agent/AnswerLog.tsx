import { useId } from "react";
import { prettyJson } from "../app/json.ts";
import type { Answered } from "./conversation.ts";

type Logged = Pick<Answered, "key" | "toolCallId" | "toolName" | "outputs"> & Partial<Pick<Answered, "generation">>;

interface Props {
  readonly title: string;
  readonly lines: readonly Logged[];
  /** What is said of a call without an answer. */
  readonly unanswered?: ((toolCallId: string) => string) | undefined;
}

const noneYet = (): string => "none yet";

/** Every call of the agent with the number of answers that it got: none while it waits, then one. */
export function AnswerLog({ title, lines, unanswered = noneYet }: Props) {
  const titleId = useId();
  const received = lines.reduce((sum, line) => sum + line.outputs.length, 0);
  return (
    <section className="panel log" aria-labelledby={titleId}>
      <header className="panel-header">
        <h2 id={titleId}>{title}</h2>
        <span className="quiet">
          {lines.length} {lines.length === 1 ? "call" : "calls"}, {received} {received === 1 ? "answer" : "answers"}
        </span>
      </header>
      <div className="log-scroll" role="group" aria-labelledby={titleId} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Tool</th>
              <th scope="col">Answer</th>
              <th scope="col" className="log-count">
                Times
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.toReversed().map((line) => (
              <Line key={line.key} line={line} unanswered={unanswered} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ line, unanswered }: { readonly line: Logged; readonly unanswered: (toolCallId: string) => string }) {
  const { toolCallId, toolName, generation = 1, outputs } = line;
  return (
    <tr data-answers-of={toolCallId}>
      <td>
        <code>{toolCallId}</code>
        {generation > 1 && <span className="quiet"> generation {generation}</span>}
      </td>
      <td>
        <code>{toolName}</code>
      </td>
      <td>
        {outputs.length === 0 && <span className="quiet">{unanswered(toolCallId)}</span>}
        {outputs.map((output, index) => (
          <details key={index}>
            <summary>{kindOf(output)}</summary>
            <pre className="json" data-received={toolCallId} tabIndex={0}>
              {prettyJson(output)}
            </pre>
          </details>
        ))}
      </td>
      <td className="log-count" data-wrong={outputs.length > 1}>
        {outputs.length}
      </td>
    </tr>
  );
}

function kindOf(sent: Answered["outputs"][number]): string {
  if (sent.state === "output-error") return "error";
  const { output } = sent;
  const status = typeof output === "object" && output !== null && "status" in output ? output.status : undefined;
  return typeof status === "string" ? status : "output";
}
