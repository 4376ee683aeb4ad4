// @vitest-environment jsdom
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalStore, ToolCall } from "countersign";
import type { AgentSlice } from "countersign/zustand";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { ApprovalProvider } from "countersign/react";
import { type ComponentType, StrictMode } from "react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { StoreApi } from "zustand";
import { harness } from "./harness.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
// Inside the tests, so that imports resolve as they do for any file here.
const folder = join(import.meta.dirname, ".readme");

function snippets(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1] ?? "");
}

/** The lines that a snippet says it prints. */
function promisedIn(language: string, index: number): (string | undefined)[] {
  return [...(snippets(language)[index] ?? "").matchAll(/^\/\/ → (.*)$/gm)].map((match) => match[1]);
}

async function printedBy(file: string): Promise<readonly unknown[]> {
  const printed: unknown[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: unknown) => printed.push(line));
  await import(/* @vite-ignore */ join(folder, file));
  log.mockRestore();
  return printed;
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const language of ["ts", "tsx"]) {
    snippets(language).forEach((code, index) => writeFileSync(join(folder, `${language}-${index}.${language}`), code));
  }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions: { rootDir: "../../..", noEmit: true }, include: ["*"], exclude: [] }),
  );
});
afterAll(() => {
  cleanup();
  rmSync(folder, { recursive: true, force: true });
});

it("has snippets whose types are right", () => {
  expect(snippets("ts").length + snippets("tsx").length).toBeGreaterThanOrEqual(2);
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
  expect(stdout).toBe("");
});

it("has an example that prints what it says", async () => {
  const printed = await printedBy("ts-0.ts");
  expect(printed).toHaveLength(3);
  expect(printed).toEqual(promisedIn("ts", 0));
});

it("has an example of a reload that keeps what waited and answers what it does not know", async () => {
  const { reloaded } = (await import(/* @vite-ignore */ join(folder, "ts-1.ts"))) as { reloaded: (unanswered: ToolCall[]) => ApprovalStore };
  const store = reloaded([
    { toolCallId: "a", toolName: "edit_prompt", input: {} },
    { toolCallId: "b", toolName: "add_notes", input: {} },
  ]);
  expect([store.getApproval("a")?.outcome, store.getApproval("b")?.outcome]).toMatchObject([{ code: "not_restored" }, { code: "handler_missing" }]);
});

it("has an example of a slice that answers every call once", async () => {
  const { store, answers, useAgentStore } = (await import(/* @vite-ignore */ join(folder, "ts-2.ts"))) as {
    store: ApprovalStore;
    answers: string[];
    useAgentStore: StoreApi<AgentSlice>;
  };
  expect(answers).toEqual(["call_1", "call_2, by its own cancel"]);
  expect(store.getSnapshot().pending).toEqual([]);
  expect(useAgentStore.getState().pendingLoadDatasetsByToolCallId).toEqual({});
});

it("has an example of Phoenix's prompt edits that prints what it says, as a handler and as a client action", async () => {
  const printed = await printedBy("ts-3.ts");
  expect(printed).toHaveLength(2);
  expect(printed).toEqual(promisedIn("ts", 3));
});

it("has a React example that works as it stands, in StrictMode", async () => {
  const example = (await import(/* @vite-ignore */ join(folder, "tsx-0.tsx"))) as {
    App: ComponentType;
    agentCalls: () => unknown;
    answers: string[];
  };
  render(
    <StrictMode>
      <example.App />
    </StrictMode>,
  );
  example.agentCalls();
  fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByRole("heading", { name: "Release notes" })).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
  expect(example.answers).toEqual(["output-available"]);
});

it("has a drawn change that can be ticked hunk by hunk", async () => {
  const { Change } = (await import(/* @vite-ignore */ join(folder, "tsx-1.tsx"))) as { Change: ComponentType<{ toolCallId: string }> };
  const { store, propose } = harness();
  propose("call_1");
  render(
    <ApprovalProvider store={store}>
      <Change toolCallId="call_1" />
    </ApprovalProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Change 1 of 1, line 1" });
  fireEvent.click(box);
  expect(box.checked).toBe(true);
});

it("names commands and entries that exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const commands = [...readme.matchAll(/^npm (?:run )?(demo|test)\b/gm)].map((match) => match[1] ?? "");
  expect(commands).toEqual(["demo", "test"]);
  for (const command of commands) expect(scripts[command]).toBeDefined();
  const manifest = JSON.parse(readFileSync(join(root, "pkg-template/package.json"), "utf8")) as { exports: Record<string, unknown> };
  const named = [...readme.matchAll(/^\| `countersign(\/[\w.]+)?` \|/gm)].map((match) => `.${match[1] ?? ""}`);
  expect(named.toSorted()).toEqual(Object.keys(manifest.exports).filter((entry) => entry !== "./package.json").toSorted());
});
