export const wasmBase64: string;
