/** A short token that changes whenever the snapshot does: djb2 with xor over its JSON. `kind` is what it begins with. */
export function revisionOf(snapshot: object, kind = "prompt"): string {
  const text = JSON.stringify(snapshot);
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash, 33) ^ text.charCodeAt(i);
  return `${kind}-${(hash >>> 0).toString(16)}`;
}
