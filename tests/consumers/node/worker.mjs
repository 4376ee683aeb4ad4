import { Worker, isMainThread } from "node:worker_threads";
import * as countersign from "countersign";
import { flow } from "./flow.cjs";

console.log(await flow(countersign, isMainThread ? "main" : "worker"));
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on("error", (error) => { throw error; });
}
