import { useId, useState } from "react";
import { runScript, scripts } from "../agent/scripts.ts";
import { deadlineMs, secondsOf } from "../app/deadline.ts";
import { usePage, useValue } from "../app/PageContext.ts";
import { labelOf } from "../playground/prompt.ts";
import { OwnCall } from "./OwnCall.tsx";

const slowWriteMs = 2_000;

/** What the person can ask for, and what can get in the way. */
export function Composer() {
  const { agent } = usePage();
  const [ownCall, setOwnCall] = useState(false);
  const askId = useId();
  return (
    <div className="composer">
      <div className="chips" role="group" aria-labelledby={askId}>
        <h3 id={askId}>Ask the agent</h3>
        {scripts.map(({ id, label }) => (
          <button key={id} type="button" className="chip" onClick={() => void runScript(agent, id)}>
            {label}
          </button>
        ))}
        <button type="button" className="chip" aria-expanded={ownCall} onClick={() => setOwnCall(!ownCall)}>
          A tool call of your own
        </button>
      </div>
      {ownCall && <OwnCall />}
      <Meanwhile />
    </div>
  );
}

function Meanwhile() {
  const { agent, playground, datasets } = usePage();
  const all = useValue(datasets, (state) => state);
  const prompts = useValue(playground, (state) => state.prompts);
  const slow = useValue(playground, (state) => state.writeMs > 0);
  const online = useValue(agent, (state) => state.online);
  const hasDeadline = useValue(agent, (state) => state.deadlineMs !== undefined);
  const id = useId();
  return (
    <div className="chips" role="group" aria-labelledby={id}>
      <h3 id={id}>Meanwhile</h3>
      {prompts.map(({ instanceId }, index) => (
        <button key={instanceId} type="button" className="chip" onClick={() => playground.editByColleague(instanceId)}>
          A colleague edits {labelOf(index)}
        </button>
      ))}
      {all.slice(0, 1).map(({ datasetId, name }) => (
        <button key={datasetId} type="button" className="chip" onClick={() => datasets.editByColleague(datasetId)}>
          A colleague edits {name}
        </button>
      ))}
      <label className="chip chip-check">
        <input
          type="checkbox"
          checked={slow}
          onChange={(event) => playground.setWriteMs(event.target.checked ? slowWriteMs : 0)}
        />
        Writing takes 2 seconds
      </label>
      <label className="chip chip-check">
        <input type="checkbox" checked={!online} onChange={(event) => agent.setOnline(!event.target.checked)} />
        The agent is unreachable
      </label>
      <label className="chip chip-check">
        <input
          type="checkbox"
          checked={hasDeadline}
          onChange={(event) => agent.setDeadline(event.target.checked ? deadlineMs : undefined)}
        />
        Answer within {secondsOf(deadlineMs)}
      </label>
    </div>
  );
}
