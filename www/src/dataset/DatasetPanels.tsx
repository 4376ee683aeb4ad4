import { useApprovalOwner, useToolHandler } from "countersign/react";
import { useId, useMemo, useState } from "react";
import { usePage, useValue } from "../app/PageContext.ts";
import { PanelHeader } from "../playground/PanelHeader.tsx";
import { patchRows, patchRowsHandler, readDatasetRows, readRowsHandler } from "./agentTools.ts";
import { datasetOwnerKeyOf, datasetRevisionOf, type Dataset } from "./rows.ts";

/** The datasets, and the handlers of the calls that concern them. */
export function DatasetPanels() {
  const { datasets, playground } = usePage();
  const all = useValue(datasets, (state) => state);
  useToolHandler(patchRows, useMemo(() => patchRowsHandler(datasets, () => playground.get().writeMs), [datasets, playground]));
  useToolHandler(readDatasetRows, useMemo(() => readRowsHandler(datasets), [datasets]));
  return all.map((dataset) => <DatasetPanel key={dataset.datasetId} dataset={dataset} />);
}

function DatasetPanel({ dataset }: { readonly dataset: Dataset }) {
  const { datasets } = usePage();
  const titleId = useId();
  const { datasetId, name, open } = dataset;
  return (
    <section className="panel prompt" aria-labelledby={titleId}>
      <PanelHeader
        titleId={titleId}
        title={`Dataset: ${name}`}
        name={`dataset ${name}`}
        revision={datasetRevisionOf(dataset)}
        ownerKey={datasetOwnerKeyOf(datasetId)}
        open={open}
        onToggle={() => datasets.setOpen(datasetId, !open)}
      />
      {open ? (
        <RowTable dataset={dataset} titleId={titleId} />
      ) : (
        <p className="prompt-closed">Closed. The agent can neither read nor change it.</p>
      )}
    </section>
  );
}

/** So many rows are drawn at first, and so many more each time. */
const step = { first: 10, more: 50 };

/** While it is mounted, proposals for the dataset may wait. */
function RowTable({ dataset: { datasetId, rows }, titleId }: { readonly dataset: Dataset; readonly titleId: string }) {
  const [drawn, setDrawn] = useState(step.first);
  useApprovalOwner(datasetOwnerKeyOf(datasetId));
  return (
    <div className="editor">
      <table className="rows" aria-labelledby={titleId} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">id</th>
            <th scope="col">input</th>
            <th scope="col">expected</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map(({ id, input, expected }) => (
            <tr key={id} data-row={id}>
              <th scope="row">{id}</th>
              <td dir="auto">{input}</td>
              <td dir="auto">{expected}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > drawn && (
        <button type="button" className="button button-small" onClick={() => setDrawn(drawn + step.more)}>
          Show more of {rows.length} rows
        </button>
      )}
    </div>
  );
}
