const paths = {
  mark: "M3 8.5 6.5 12 13 4.5",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  clock: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3l2 1.5",
  stop: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6",
  square: "M4 4h8v8H4Z",
  warning: "M8 2.5 14 13H2L8 2.5ZM8 6.5v3M8 11.2v.3",
  pen: "M3 13l.8-3L10.5 3.3l2.2 2.2L6 12.2 3 13Z",
  up: "M8 13V3.5M4 7.5l4-4 4 4",
  down: "M8 3v9.5M4 8.5l4 4 4-4",
  plus: "M8 3v10M3 8h10",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
