import { prettyJson } from "../app/json.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import type { Answered } from "./conversation.ts";

/** Every call of the agent with the number of answers that it got: none while it waits, then one. */
export function AnswerLog() {
  const { agent } = usePage();
  const lines = useValue(agent, (state) => state.answered);
  const received = lines.reduce((sum, line) => sum + line.outputs.length, 0);
  return (
    <section className="panel log" aria-labelledby="log-title">
      <header className="panel-header">
        <h2 id="log-title">Answers received by the agent</h2>
        <span className="quiet">
          {lines.length} {lines.length === 1 ? "call" : "calls"}, {received} {received === 1 ? "answer" : "answers"}
        </span>
      </header>
      <div className="log-scroll" role="group" aria-labelledby="log-title" tabIndex={0}>
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
              <Line key={line.key} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ line }: { readonly line: Answered }) {
  const { toolCallId, toolName, generation, outputs } = line;
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
        {outputs.length === 0 && <span className="quiet">none yet</span>}
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
