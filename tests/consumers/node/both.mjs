import { createRequire } from "node:module";
import * as esm from "countersign";
import { flow } from "./flow.cjs";

const cjs = createRequire(import.meta.url)("countersign");
console.log(await Promise.all([flow(esm, "from-esm"), flow(cjs, "from-cjs")]));
console.log(esm.createApprovalStore === cjs.createApprovalStore ? "one copy" : "two copies");
