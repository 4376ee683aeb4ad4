/** What an app keeps of its chats, by session. */
export interface ChatStates {
  readonly chatStatusBySessionId: { readonly [sessionId: string]: string | undefined };
  readonly isBusyElsewhereBySessionId: { readonly [sessionId: string]: boolean | undefined };
}

/** Whether a session's chat answers, here or in another tab. A response that is only awaited does not count. */
export function selectIsSessionOccupied(state: ChatStates, sessionId: string | null | undefined): boolean {
  if (sessionId === null || sessionId === undefined) return false;
  const status = state.chatStatusBySessionId[sessionId];
  return status === "submitted" || status === "streaming" || state.isBusyElsewhereBySessionId[sessionId] === true;
}
