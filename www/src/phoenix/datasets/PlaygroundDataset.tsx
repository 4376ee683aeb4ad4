import { createLoadDatasetClientAction, LOAD_DATASET } from "countersign/phoenix";
import { useId } from "react";
import { isBypass } from "../app/agentStore.ts";
import { useClientActions } from "../app/useClientActions.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { loadDatasetHost } from "./loadHost.ts";

/** The dataset that the playground runs on. While it is there, the agent can load another one. */
export function PlaygroundDataset() {
  const workspace = useWorkspace();
  const { datasets, selection, agentStore } = workspace;
  useClientActions((ownerKey) => ({
    [LOAD_DATASET]: createLoadDatasetClientAction({
      host: loadDatasetHost(workspace),
      setPending: agentStore.getState().setPendingLoadDataset,
      shouldAutoAccept: () => isBypass(agentStore),
      ownerKey,
    }),
  }));
  const { datasets: all, splits } = useValue(datasets, (state) => state);
  const { datasetId, splitIds } = useValue(selection, (state) => state);
  const id = useId();
  const used = splits.filter((split) => all.find((dataset) => dataset.id === datasetId)?.examples.some((example) => example.splitIds.includes(split.id)));
  return (
    <section className="panel playground-dataset" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Runs on</h3>
      <label htmlFor={`${id}-dataset`} className="visually-hidden">
        Dataset of the playground
      </label>
      <select
        id={`${id}-dataset`}
        value={datasetId ?? ""}
        onChange={({ target: { value } }) => selection.update(() => ({ datasetId: value === "" ? null : value, splitIds: [] }))}
      >
        <option value="">no dataset</option>
        {all.map((dataset) => (
          <option key={dataset.id} value={dataset.id}>
            {dataset.name}
          </option>
        ))}
      </select>
      {used.map((split) => (
        <label key={split.id} className="choice">
          <input
            type="checkbox"
            checked={splitIds.includes(split.id)}
            onChange={({ target: { checked } }) =>
              selection.update((state) => ({ ...state, splitIds: checked ? [...state.splitIds, split.id] : state.splitIds.filter((other) => other !== split.id) }))
            }
          />
          {split.name}
        </label>
      ))}
    </section>
  );
}
