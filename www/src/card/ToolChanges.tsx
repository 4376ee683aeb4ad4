import type { JsonChange, JsonDiff, TextDiff } from "countersign";
import { ApprovalDiff, type DiffView } from "countersign/react";
import { readTools } from "../prompt-tools/toolList.ts";
import { Sign } from "./Sign.tsx";
import type { Taking } from "./taking.ts";
import { Tick } from "./Tick.tsx";

interface Props {
  readonly diff: TextDiff;
  readonly json: JsonDiff;
  readonly view: DiffView;
  readonly taking: Taking | undefined;
}

/** What changes in a list of tools, in words, above the lines of its JSON. */
export function ToolChanges({ diff, json, view, taking }: Props) {
  return (
    <>
      {json.orderOnly && <p className="card-summary">Only the order of keys changes. No value does.</p>}
      {json.changes.length > 0 && (
        <ul className="tool-changes" aria-label="What changes in the tools">
          {json.changes.map((change, index) => {
            const words = (
              <>
                <Sign kind={change.kind} />
                <Words change={change} json={json} />
              </>
            );
            return (
              <li key={index} data-pointer={change.pointer} data-left={taking !== undefined && !taking.ticked.has(index)}>
                {taking === undefined ? (
                  <span className="choice">{words}</span>
                ) : (
                  <Tick parts={[index]} taking={taking}>
                    {words}
                  </Tick>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <ApprovalDiff diff={diff} view={view} />
    </>
  );
}

function Words({ change, json }: { readonly change: JsonChange; readonly json: JsonDiff }) {
  const { kind, path, before, after } = change;
  const [place, ...inside] = path;
  const name = toolAt(kind === "removed" ? json.before : json.after, place);
  if (inside.length === 0) {
    return (
      <span>
        <code>{name}</code> {kind}
      </span>
    );
  }
  return (
    <span>
      <code>{name}</code>: <code>{inside.join("/")}</code> {kind}
      {kind === "changed" && isShort(before) && isShort(after) && (
        <>
          {" from "}
          <code>{before}</code> to <code>{after}</code>
        </>
      )}
    </span>
  );
}

const isShort = (json: string | undefined): boolean => json !== undefined && json.length <= 24;

function toolAt(list: string, place: string | number | undefined): string {
  const read = readTools(list);
  const tool = "tools" in read && typeof place === "number" ? read.tools[place] : undefined;
  return tool?.name ?? `tools/${place ?? ""}`;
}
