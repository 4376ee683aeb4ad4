import { createApprovalStore, init } from "./node_modules/countersign/esm/slim.js";
import { flow } from "./flow.js";

await flow(async () => {
  const file = await fetch("./node_modules/countersign/core.wasm");
  await init(await file.arrayBuffer());
  return { createApprovalStore };
});
