import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as countersign from "countersign/slim";
import { flow } from "./flow.cjs";

const file = fileURLToPath(import.meta.resolve("countersign/core.wasm"));
await countersign.init(await readFile(file));
console.log(await flow(countersign, "call-1"));
