import { type RefObject, useId } from "react";

interface Props<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The input of the value that holds. */
  readonly checked?: RefObject<HTMLInputElement | null>;
}

/** A few values side by side, of which one holds. */
export function Choice<Value extends string>({ legend, options, value: current, onChange, checked }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            ref={current === value ? checked : undefined}
            type="radio"
            name={name}
            checked={current === value}
            onChange={() => onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
