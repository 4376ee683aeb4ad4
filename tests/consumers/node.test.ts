import { afterAll, beforeAll, expect, test } from "vitest";
import { output, project, type Project } from "./project.ts";

let node: Project;
beforeAll(async () => {
  node = await project("node");
});
afterAll(() => node.remove());

test("a module imports it", async () => {
  expect(await output(node.folder, "module.mjs")).toBe("edit_prompt call-1 accepted");
});

test("a CommonJS script requires it", async () => {
  expect(await output(node.folder, "common.cjs")).toBe("edit_prompt call-1 accepted");
});

test("both copies work in one process, each with its own instance", async () => {
  expect(await output(node.folder, "both.mjs")).toBe(
    "[ 'edit_prompt from-esm accepted', 'edit_prompt from-cjs accepted' ]\ntwo copies",
  );
});

test("slim takes the wasm that the caller read", async () => {
  expect(await output(node.folder, "slim.mjs")).toBe("edit_prompt call-1 accepted");
});

test("a worker has an instance of its own", async () => {
  expect(await output(node.folder, "worker.mjs")).toBe("edit_prompt main accepted\nedit_prompt worker accepted");
});
