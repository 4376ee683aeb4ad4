declare global {
  interface Uint8ArrayConstructor {
    /** Newer than the language level that the package is written for. */
    readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
  }
}

/** Bytes from base64: natively where the engine can, else by a loop (`Uint8Array.from` is nine times slower). */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
