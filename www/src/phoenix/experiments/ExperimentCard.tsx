import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";

/** Each field that changes, as it is and as it would be. */
export function ExperimentCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingPatchExperimentsByToolCallId", toolCallId);
  if (entry === undefined) return null;
  const { experimentName, experimentId, diff } = entry;
  return (
    <>
      <p className="card-target">
        <span dir="auto">{experimentName}</span>
        <code className="quiet">{experimentId}</code>
      </p>
      <table className="row-changes field-changes" aria-label={`Changes of the experiment ${experimentName}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {diff.map(({ field, previous, next }) => (
            <tr key={field} data-field={field}>
              <th scope="row">{field}</th>
              <Side text={previous} className="cell-before" />
              <Side text={next} className="cell-after" />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Side({ text, className }: { readonly text: string | null; readonly className: string }) {
  if (text === null) return <td className="cell-none">none</td>;
  return (
    <td className={className}>
      <span className="cell-text" dir="auto">
        {text}
      </span>
    </td>
  );
}
