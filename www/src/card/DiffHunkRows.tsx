import type { DiffHunk, DiffRow } from "countersign";

const signs = { context: " ", removed: "−", added: "+" } as const;
const spoken = { context: "", removed: "removed", added: "added" } as const;

/** One hunk, with a line above it that says how many unchanged lines were left out. */
export function DiffHunkRows({ hunk, unchangedBefore }: { readonly hunk: DiffHunk; readonly unchangedBefore: number }) {
  return (
    <tbody>
      {unchangedBefore > 0 && (
        <tr className="diff-gap">
          <td colSpan={4}>
            {unchangedBefore} unchanged {unchangedBefore === 1 ? "line" : "lines"}
          </td>
        </tr>
      )}
      {hunk.rows.map((row) => (
        <Row key={`${row.beforeLine ?? ""}:${row.afterLine ?? ""}`} row={row} />
      ))}
    </tbody>
  );
}

function Row({ row }: { readonly row: DiffRow }) {
  return (
    <tr className={`diff-${row.kind}`}>
      <td className="diff-number">{row.beforeLine}</td>
      <td className="diff-number">{row.afterLine}</td>
      <td className="diff-sign">
        <span aria-hidden="true">{signs[row.kind]}</span>
        <span className="visually-hidden">{spoken[row.kind]}</span>
      </td>
      <td className="diff-text">
        <bdi>{emphasised(row)}</bdi>
      </td>
    </tr>
  );
}

/** The row's text, with its changed words in elements of their own. */
function emphasised({ text, emphasis, kind }: DiffRow) {
  const Mark = kind === "removed" ? "del" : "ins";
  const pieces = [];
  let from = 0;
  for (const { start, end } of emphasis) {
    if (start > from) pieces.push(text.slice(from, start));
    pieces.push(<Mark key={start}>{text.slice(start, end)}</Mark>);
    from = end;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
