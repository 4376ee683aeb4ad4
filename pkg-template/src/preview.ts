/** The two display texts whose difference the person sees. More keys are the host's own. */
export interface Preview {
  /** What the editor shows now. */
  readonly before: string;
  /** What it would show. */
  readonly after: string;
  /** The name that the unified text carries. */
  readonly fileName?: string;
}
