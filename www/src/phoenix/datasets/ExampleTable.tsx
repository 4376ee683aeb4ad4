import type { JsonObject } from "countersign/phoenix";
import type { Example, Tag } from "./datasets.ts";
import { TagChip } from "./TagChip.tsx";
import { useNamedExamples } from "./useNamedExamples.ts";

interface Props {
  readonly examples: readonly Example[];
  readonly splits: readonly Tag[];
  readonly titleId: string;
}

/** The examples of a dataset, one a row. */
export function ExampleTable({ examples, splits, titleId }: Props) {
  const named = useNamedExamples();
  if (examples.length === 0) return <p className="empty">No examples.</p>;
  return (
    <div className="table-scroll" role="group" aria-labelledby={titleId} tabIndex={0}>
      <table className="rows examples" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Input</th>
            <th scope="col">Output</th>
            <th scope="col">Metadata</th>
            <th scope="col">Splits</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ id, input, output, metadata, splitIds }) => (
            <tr key={id} data-example={id} data-named={named.has(id)}>
              <th scope="row">
                <code>{id}</code>
                {named.has(id) && <p>would change: {named.get(id)}</p>}
              </th>
              <Cell value={input} />
              <Cell value={output} />
              <Cell value={metadata} />
              <td>
                <ul className="tags">
                  {splits
                    .filter((split) => splitIds.includes(split.id))
                    .map((split) => (
                      <li key={split.id}>
                        <TagChip tag={split} />
                      </li>
                    ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An object, a line for each of its keys. */
function Cell({ value }: { readonly value: JsonObject }) {
  return (
    <td>
      {Object.entries(value).map(([key, part]) => (
        <p key={key} dir="auto">
          <span className="quiet">{key}: </span>
          {typeof part === "string" ? part : JSON.stringify(part)}
        </p>
      ))}
    </td>
  );
}
