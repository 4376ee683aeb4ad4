import * as countersign from "countersign";
import { flow } from "./flow.cjs";

console.log(await flow(countersign, "call-1"));
