import type { AnnotationConfigHost, AnnotationConfigWrite, ApprovalApplyResult, JsonObject } from "countersign/phoenix";
import type { State } from "../../app/state.ts";
import type { Server } from "../app/server.ts";
import { globalId } from "../globalId.ts";
import { listOf, textOf } from "../json.ts";
import type { ConfigsState } from "./configs.ts";

const kinds: Readonly<Record<string, string>> = {
  categorical: "CategoricalAnnotationConfig",
  continuous: "ContinuousAnnotationConfig",
  freeform: "FreeformAnnotationConfig",
};

export const annotationConfigHost = (configs: State<ConfigsState>, server: Server): AnnotationConfigHost => ({
  commit: (write) => server.ask(() => commit(configs, write)),
});

function commit(configs: State<ConfigsState>, { preview }: AnnotationConfigWrite): ApprovalApplyResult {
  const { draft } = preview;
  const why = faultOf(draft);
  if (why !== undefined) return refused(why);
  const name = textOf(draft["name"]) ?? "";
  const { configs: all, nextNumber } = configs.get();
  const own = preview.kind === "update" ? preview.configId : undefined;
  if (all.some(({ id, config }) => config["name"] === name && id !== own)) return refused(`There is a config "${name}" already.`);
  if (preview.kind === "create") {
    const made = { id: globalId(kinds[textOf(draft["type"]) ?? ""] ?? "AnnotationConfig", nextNumber), config: draft };
    configs.update(() => ({ configs: [...all, made], nextNumber: nextNumber + 1 }));
    return { ok: true, output: `The annotation config "${name}" is made.` };
  }
  if (!all.some(({ id }) => id === preview.configId)) return refused(`There is no annotation config ${preview.configId}.`);
  configs.update((state) => ({ ...state, configs: all.map((one) => (one.id === preview.configId ? { id: one.id, config: draft } : one)) }));
  return { ok: true, output: `The annotation config "${name}" is replaced.` };
}

const refused = (why: string): ApprovalApplyResult => ({ ok: false, error: `${why} Nothing was changed.` });

/** What the shape of the input allows and a config does not. */
function faultOf(draft: JsonObject): string | undefined {
  const noValues = draft["type"] === "categorical" && listOf(draft["values"]).length === 0;
  return noValues ? "A categorical config needs values." : undefined;
}
