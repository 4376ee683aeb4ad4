/** `arguments` and what comes back are JSON text; see the core's `display::call`. */
export function phoenix(name: string, argumentsJson: string): string;
export function initSync(source: { module: BufferSource | WebAssembly.Module }): unknown;
