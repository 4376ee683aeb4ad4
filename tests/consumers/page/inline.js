import { createApprovalStore } from "./node_modules/countersign/esm/index.js";
import { flow } from "./flow.js";

await flow(() => ({ createApprovalStore }));
