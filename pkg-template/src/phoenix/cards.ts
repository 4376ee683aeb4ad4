import { createSay, isCode } from "./catalogue.js";
import { callCore, must } from "./core.js";
import type { PhoenixOptions } from "./family.js";

/** What the card of a generic write says. */
export interface Card {
  readonly label: string;
  /** What a person should know before accepting it. Where there is one, label and note are marked as dangerous. */
  readonly note?: string | undefined;
  /** What would be written, as JSON laid out. */
  readonly body: string;
}

/** A card as the core makes it: with codes. */
export interface Shown {
  readonly label: string;
  readonly note?: string;
  readonly body: string;
}

export function readCard(name: "datasetCard" | "annotationConfigCard", preview: object, options: PhoenixOptions): Card {
  const say = createSay(options.messages);
  const words = (code: string): string => (isCode(code) ? say(code) : code);
  const { label, note, body } = must(callCore<Shown>(name, { preview }));
  return { label: words(label), note: note === undefined ? undefined : words(note), body };
}
