import { useId } from "react";
import { prettyJson } from "../../app/json.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { type Dataset, openDatasetOf, type Tag } from "./datasets.ts";
import { ExampleTable } from "./ExampleTable.tsx";
import { TagChip } from "./TagChip.tsx";

export function DatasetsPanel() {
  const { datasets } = useWorkspace();
  const state = useValue(datasets, (value) => value);
  const open = openDatasetOf(state);
  const id = useId();
  return (
    <>
      <section className="panel" aria-labelledby={`${id}-list`}>
        <header className="panel-header">
          <h2 id={`${id}-list`}>Datasets</h2>
          <span className="spring" />
          <label htmlFor={`${id}-open`} className="quiet">
            In view
          </label>
          <select
            id={`${id}-open`}
            value={open?.id ?? ""}
            onChange={({ target: { value } }) => datasets.update((before) => ({ ...before, openId: value === "" ? null : value }))}
          >
            <option value="">none</option>
            {state.datasets.map((dataset) => (
              <option key={dataset.id} value={dataset.id}>
                {dataset.name}
              </option>
            ))}
          </select>
        </header>
        <div className="tag-lists">
          <TagList title="Splits" tags={state.splits} />
          <TagList title="Labels" tags={state.labels} />
        </div>
      </section>
      {open !== undefined && <OpenDataset dataset={open} splits={state.splits} labels={state.labels} />}
    </>
  );
}

function TagList({ title, tags }: { readonly title: string; readonly tags: readonly Tag[] }) {
  const id = useId();
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {tags.length === 0 && <span className="quiet">none</span>}
      <ul className="tags" aria-labelledby={id}>
        {tags.map((tag) => (
          <li key={tag.id}>
            <TagChip tag={tag} />
            {tag.description !== null && (
              <span className="quiet" dir="auto">
                {" "}
                {tag.description}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OpenProps {
  readonly dataset: Dataset;
  readonly splits: readonly Tag[];
  readonly labels: readonly Tag[];
}

function OpenDataset({ dataset, splits, labels }: OpenProps) {
  const { name, description, metadata, version, labelIds, examples } = dataset;
  const titleId = useId();
  const own = labels.filter(({ id }) => labelIds.includes(id));
  return (
    <section className="panel" aria-labelledby={titleId} data-dataset={name}>
      <header className="panel-header">
        <h2 id={titleId} dir="auto">
          {name}
        </h2>
        <span className="quiet">
          version {version}, {examples.length} {examples.length === 1 ? "example" : "examples"}
        </span>
        <span className="spring" />
        <ul className="tags" aria-label="Labels of the dataset">
          {own.map((label) => (
            <li key={label.id}>
              <TagChip tag={label} />
            </li>
          ))}
        </ul>
      </header>
      <div className="dataset-facts">
        {description !== null && <p dir="auto">{description}</p>}
        {Object.keys(metadata).length > 0 && (
          <pre aria-label="Metadata of the dataset">{prettyJson(metadata)}</pre>
        )}
      </div>
      <ExampleTable examples={examples} splits={splits} titleId={titleId} />
    </section>
  );
}
