import type { ReactNode } from "react";
import type { DiffRow, Hazard } from "../diff.js";
import { hazardName, hazardTitle, isVisible } from "./hazards.js";
import { type Part, type Piece, piecesOf } from "./pieces.js";
import type { DiffWords } from "./words.js";

export interface DiffTextProps {
  readonly row: DiffRow;
  readonly hazards: readonly Hazard[] | undefined;
  readonly words: DiffWords;
  /** Whether it says what became of the text's last line break; in a split view one side does. */
  readonly terminator: boolean;
}

const NONE: readonly Hazard[] = [];

/** The cell with a line's text. What is not the text itself can be read, and is not copied. */
export function DiffText({ row, hazards = NONE, words, terminator }: DiffTextProps): ReactNode {
  const { kind, text, emphasis, noNewline } = row;
  const mark = row.terminator === undefined
    ? noNewline && words.noNewline
    : terminator && (row.terminator === "gained" ? words.terminatorGained : words.terminatorLost);
  return (
    <span role="cell" className={`countersign-diff-text countersign-diff-${kind}`}>
      {kind !== "context" && <span className="countersign-diff-spoken">{words[kind]} </span>}
      {/* Isolated, so that no control character inside reorders what is around it. */}
      <bdi>
        {text === "" ? <br /> : piecesOf(text, emphasis, hazards).map((piece) => drawPiece(piece, kind, words))}
      </bdi>
      {mark !== false && <span className="countersign-diff-mark">{mark}</span>}
    </span>
  );
}

function drawPiece({ start, emphasised, parts }: Piece, kind: DiffRow["kind"], words: DiffWords): ReactNode {
  const drawn = parts.map((part, index) => drawPart(part, `${start}:${index}`, words));
  if (!emphasised) return drawn;
  return kind === "removed" ? <del key={start}>{drawn}</del> : <ins key={start}>{drawn}</ins>;
}

function drawPart({ text, hazard }: Part, key: string, words: DiffWords): ReactNode {
  if (hazard === undefined) return text;
  const title = words.hazard(hazardTitle(text), hazard);
  return (
    <span
      key={key}
      className={`countersign-diff-hazard${isVisible(text) ? "" : " countersign-diff-unseen"}`}
      role="img"
      aria-label={title}
      title={title}
      data-name={hazardName(text)}
    >
      {text}
    </span>
  );
}
