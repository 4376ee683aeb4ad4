export type { Preview } from "./preview.js";
export type * from "./types/approval.js";
export type * from "./types/decisions.js";
export type * from "./types/handler.js";
export type * from "./types/json.js";
export type * from "./types/modes.js";
export type * from "./types/outcome.js";
export type * from "./types/store.js";
