import { phoenixMessages } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { AnnotationConfigCard } from "./AnnotationConfigCard.tsx";
import { AnnotationConfigsPanel } from "./AnnotationConfigsPanel.tsx";
import { annotationConfigRecordings } from "./recordings.ts";
import { annotationConfigTools } from "./tools.ts";

export const annotationConfigsSurface: Surface = {
  id: "annotation-configs",
  title: "Annotation configs",
  Panel: AnnotationConfigsPanel,
  tools: annotationConfigTools,
  cards: {
    create_annotation_config: { title: phoenixMessages.CREATE_ANNOTATION_CONFIG(), Body: AnnotationConfigCard },
    update_annotation_config: { title: phoenixMessages.REPLACE_ANNOTATION_CONFIG(), Body: AnnotationConfigCard },
  },
  recordings: annotationConfigRecordings,
};
