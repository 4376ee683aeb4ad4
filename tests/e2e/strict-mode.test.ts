import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createServer } from "vite";
import { expect, test } from "vitest";
import { at } from "../../pkg-template/build/paths.mjs";
import { complaints, launchBrowser } from "../support/browser.ts";
import { openingEdit, Phoenix } from "./phoenix.ts";
import { accepted, openingCall, Playground } from "./playground.ts";

/** Only React's development build mounts everything twice, so the sources are served as they are. */
async function inDevelopment(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const cacheDir = await mkdtemp(join(tmpdir(), "countersign-vite-"));
  const server = await createServer({ root: at("www"), cacheDir, logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
  const browser = await launchBrowser();
  try {
    await server.listen();
    const page = await browser.newPage();
    const found = complaints(page);
    await page.goto(new URL(path, server.resolvedUrls?.local[0]).href);
    await use(page);
    expect(found).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
}

test("StrictMode's second mount cancels nothing", () =>
  inDevelopment("index.html", async (page) => {
    const playground = new Playground(page);
    await playground.reaches(openingCall, "pending");

    await playground.button("Close prompt B").click();
    await playground.button("Open prompt B").click();
    const [id = ""] = await playground.ask("Rewrite a line in B");
    await playground.reaches(id, "pending");
    await expect(playground.count(id)).resolves.toBe(0);
    await playground.reaches(openingCall, "pending");

    for (const call of [openingCall, id]) {
      await playground.press(call, "Accept");
      await playground.reaches(call, "accepted");
      const [answer, ...others] = await playground.received(call);
      expect(others).toEqual([]);
      expect(answer?.output).toMatchObject(accepted());
    }
  }));

test("nor does it in an app whose effects register and cancel", () =>
  inDevelopment("phoenix.html", async (page) => {
    const phoenix = new Phoenix(page);
    await phoenix.reaches(openingEdit, "pending");

    await phoenix.button("Close the playground").click();
    await phoenix.reaches(openingEdit, "interrupted");
    await phoenix.button("Open the playground").click();
    const load = await phoenix.propose("Load Library desk");
    await phoenix.show("Evaluators");
    await phoenix.button("New code evaluator").click();
    const edit = await phoenix.propose("Edit the code evaluator");
    await phoenix.reaches(load, "pending");

    for (const call of [load, edit]) {
      await phoenix.press(call, "Accept");
      await phoenix.reaches(call, "answered");
    }
    const questions = await phoenix.propose("Ask me first");
    await phoenix.card(questions).getByLabel("Being right").check();
    await phoenix.card(questions).getByRole("button", { name: "Send answers" }).click();
    await phoenix.reaches(questions, "answered");
    for (const call of [openingEdit, load, edit, questions]) await expect(phoenix.received(call)).resolves.toHaveLength(1);
  }));
