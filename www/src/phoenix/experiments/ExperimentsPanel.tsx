import { useId } from "react";
import { prettyJson } from "../../app/json.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { patchExperiment, type StoredExperiment } from "./experiments.ts";

export function ExperimentsPanel() {
  const { experiments } = useWorkspace();
  const all = useValue(experiments, (state) => state);
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header className="panel-header">
        <h2 id={titleId}>Experiments</h2>
      </header>
      <ul className="cards-list">
        {all.map((experiment) => (
          <ExperimentItem key={experiment.id} experiment={experiment} />
        ))}
      </ul>
    </section>
  );
}

function ExperimentItem({ experiment: { id, name, description, metadata, updatedAt } }: { readonly experiment: StoredExperiment }) {
  const { experiments } = useWorkspace();
  return (
    <li data-experiment={id}>
      <div className="item-bar">
        <h3 dir="auto">{name}</h3>
        <code className="quiet">{id}</code>
        <span className="spring" />
        <button
          type="button"
          className="button button-small"
          onClick={() => patchExperiment(experiments, id, { description: `${description ?? ""} Looked at by a colleague.`.trim() })}
        >
          A colleague edits {name}
        </button>
      </div>
      <dl className="facts">
        <div>
          <dt>Description</dt>
          <dd dir="auto">{description ?? <span className="quiet">none</span>}</dd>
        </div>
        <div>
          <dt>Metadata</dt>
          <dd>
            <pre>{prettyJson(metadata)}</pre>
          </dd>
        </div>
        <div>
          <dt>Changed</dt>
          <dd>
            <time dateTime={updatedAt}>{updatedAt.slice(0, 16).replace("T", ", ")}</time>
          </dd>
        </div>
      </dl>
    </li>
  );
}
