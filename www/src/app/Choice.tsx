import { useId } from "react";

interface Props<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few values side by side, of which one holds. */
export function Choice<Value extends string>({ legend, options, value: current, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={current === value} onChange={() => onChange(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
