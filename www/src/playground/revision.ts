/** A short token that changes whenever the snapshot does: djb2 with xor over its JSON. */
export function revisionOf(snapshot: object): string {
  const text = JSON.stringify(snapshot);
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash, 33) ^ text.charCodeAt(i);
  return `prompt-${(hash >>> 0).toString(16)}`;
}
