import { useId } from "react";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { isObject, listOf, numberOf, textOf } from "../json.ts";
import type { AnnotationConfig } from "./configs.ts";

export function AnnotationConfigsPanel() {
  const { configs } = useWorkspace();
  const all = useValue(configs, (state) => state.configs);
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header className="panel-header">
        <h2 id={titleId}>Annotation configs</h2>
      </header>
      <div className="table-scroll" role="group" aria-labelledby={titleId} tabIndex={0}>
        <table className="rows configs" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Better is</th>
              <th scope="col">What it may say</th>
              <th scope="col">Id</th>
            </tr>
          </thead>
          <tbody>
            {all.map((config) => (
              <ConfigRow key={config.id} config={config} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ConfigRow({ config: { id, config } }: { readonly config: AnnotationConfig }) {
  const name = textOf(config["name"]);
  return (
    <tr data-config={name}>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td>{textOf(config["type"])}</td>
      <td>{directions[textOf(config["optimizationDirection"]) ?? "NONE"]}</td>
      <td dir="auto">
        {rangeOf(config)}
        {textOf(config["description"]) !== undefined && <p className="quiet">{textOf(config["description"])}</p>}
      </td>
      <td>
        <code>{id}</code>
      </td>
    </tr>
  );
}

const directions: Readonly<Record<string, string>> = { MAXIMIZE: "more", MINIMIZE: "less", NONE: "neither" };

function rangeOf(config: AnnotationConfig["config"]): string {
  const values = listOf(config["values"]).filter(isObject);
  if (values.length > 0) return values.map(({ label, score }) => `${textOf(label)}${numberOf(score) === undefined ? "" : ` (${numberOf(score)})`}`).join(", ");
  const [lower, upper] = [numberOf(config["lowerBound"]), numberOf(config["upperBound"])];
  if (lower === undefined && upper === undefined) return config["type"] === "freeform" ? "any text" : "any number";
  return `${lower ?? "…"} to ${upper ?? "…"}`;
}
