/** What is measured, as one script for Node and for a page. */
export { approvals, COUNTS } from "./approvals.ts";
export { corpus, diffs, TEXTS } from "./diffs.ts";
export { json, TABLES } from "./json.ts";
