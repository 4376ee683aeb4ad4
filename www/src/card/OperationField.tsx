import { useId } from "react";
import { fromTextarea, toTextarea } from "../playground/lineEnds.ts";
import type { Operation } from "../playground/operations.ts";
import { summaryOf } from "./words.ts";

interface Props {
  readonly operation: Operation;
  readonly onChange: (operation: Operation) => void;
}

/** The new content of one operation. Operations without content are only named. */
export function OperationField({ operation, onChange }: Props) {
  const id = useId();
  const name = summaryOf([operation]);
  const hasContent = operation.type === "insert_message" || operation.type === "update_message";
  if (!hasContent || (operation.type === "update_message" && operation.content === undefined)) {
    return <p className="edit-fixed">{name}</p>;
  }
  const content = operation.content ?? "";
  return (
    <>
      <label htmlFor={id}>{name}</label>
      <textarea
        id={id}
        value={toTextarea(content)}
        onChange={(event) => onChange({ ...operation, content: fromTextarea(content, event.target.value) })}
      />
    </>
  );
}
