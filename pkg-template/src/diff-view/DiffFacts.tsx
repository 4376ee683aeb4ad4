import type { ReactNode } from "react";
import type { TextDiff } from "../diff.js";
import { hazardSummary } from "./hazards.js";
import type { DiffWords } from "./words.js";

interface Props {
  readonly diff: TextDiff;
  readonly words: DiffWords;
}

/** What is true of the whole change, said once. */
export function DiffFacts({ diff, words }: Props): ReactNode {
  const { before, after, beforeEol, afterEol, hunks, whiteSpaceOnly, normalizationOnly, hazards, truncated } = diff;
  const lineEnds = beforeEol !== afterEol && !(beforeEol === "none" && afterEol === "lf") && afterEol !== "none";
  const hidden = hazardSummary(hazards, words);
  const facts = [
    before === after && words.unchanged,
    lineEnds && words.lineEnds(beforeEol, afterEol),
    whiteSpaceOnly && hunks.length > 0 && words.whiteSpaceOnly,
    normalizationOnly && words.normalizationOnly,
    truncated && words.truncated,
  ].filter((fact) => fact !== false);
  if (facts.length === 0 && hidden === undefined) return null;
  return (
    <ul className="countersign-diff-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      {hidden !== undefined && <li className="countersign-diff-warning">{hidden}</li>}
    </ul>
  );
}
