import { afterAll, beforeAll, test } from "vitest";
import { at } from "../../pkg-template/build/paths.mjs";
import { run } from "../../pkg-template/build/process.mjs";
import { project, type Project } from "./project.ts";

let types: Project;
beforeAll(async () => {
  types = await project("types", ["@types/react", "csstype", "zustand"]);
});
afterAll(() => types.remove());

const compile = (config: string) =>
  run(process.execPath, [at("node_modules/typescript/bin/tsc"), "-p", config], { cwd: types.folder });

test("its types are found by modules and by CommonJS under nodenext", async () => {
  await compile("tsconfig.json");
});

test("its types are found under bundler resolution", async () => {
  await compile("tsconfig.bundler.json");
});
