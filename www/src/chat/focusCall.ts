/** Brings the card of a call into view and puts the focus on it. */
export function focusCall(toolCallId: string): void {
  const card = document.querySelector<HTMLElement>(`[data-call="${CSS.escape(toolCallId)}"][data-status="pending"]`);
  card?.scrollIntoView({ block: "start" });
  card?.focus({ preventScroll: true });
}
