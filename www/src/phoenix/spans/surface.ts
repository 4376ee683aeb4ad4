import { ANNOTATE_SPANS } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { spanRecordings } from "./recordings.ts";
import { SpanAnnotationsCard } from "./SpanAnnotationsCard.tsx";
import { SpansPanel } from "./SpansPanel.tsx";
import { spanTools } from "./tools.ts";

export const spansSurface: Surface = {
  id: "spans",
  title: "Spans",
  Panel: SpansPanel,
  tools: spanTools,
  cards: { [ANNOTATE_SPANS]: { title: "Annotate spans", Body: SpanAnnotationsCard } },
  recordings: spanRecordings,
};
