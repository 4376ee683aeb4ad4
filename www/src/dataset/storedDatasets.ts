import * as v from "valibot";
import { rows, type Dataset } from "./rows.ts";

const stored = v.object({
  version: v.literal(1),
  datasets: v.array(v.object({ datasetId: v.pipe(v.number(), v.safeInteger()), name: v.string(), open: v.boolean(), rows })),
});

export const writeDatasets = (datasets: readonly Dataset[]): string => JSON.stringify({ version: 1, datasets });

/** Reads what {@link writeDatasets} wrote, as data from a stranger. Throws when it is not of that form. */
export const readDatasets = (text: string): readonly Dataset[] => v.parse(stored, JSON.parse(text)).datasets;
