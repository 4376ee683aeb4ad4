import react from "@vitejs/plugin-react";
import type { Browser, Page } from "playwright-core";
import { build, createServer, type InlineConfig } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { complaints, launchBrowser } from "../support/browser.ts";
import { serve } from "../support/serve.ts";
import { project, type Project } from "./project.ts";

let app: Project;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([project("vite-react", ["react", "react-dom", "scheduler"]), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  app.remove();
});

/** A person's way through the app. */
async function propose(url: string): Promise<void> {
  const page = await browser.newPage();
  const found = complaints(page);
  await page.goto(url);
  await page.getByRole("button", { name: "Propose" }).click();
  await page.getByText("1 addition, 1 deletion").waitFor();
  const added = page.getByRole("cell", { name: "Be brief." });
  // The style sheet is there: what is added is green, and the word that says so is for the ear.
  expect(await added.evaluate((cell) => getComputedStyle(cell).backgroundColor)).toBe("rgb(233, 246, 237)");
  expect((await page.locator(".countersign-diff-spoken", { hasText: "added" }).boundingBox())?.width).toBe(1);
  await tickHunk(page);
  await page.getByRole("button", { name: "Accept" }).click();
  const agent = page.locator("#agent", { hasText: "accepted" });
  await agent.waitFor();
  expect(JSON.parse((await agent.textContent()) ?? "")).toMatchObject({
    state: "output-available",
    tool: "edit_prompt",
    toolCallId: "call-1",
    output: { status: "accepted" },
  });
  expect(await page.locator("#prompt").textContent()).toBe("Be brief.");
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  expect(found).toEqual([]);
  await page.close();
}

/** By the keyboard alone, from where the person has just clicked. */
async function tickHunk(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await page.keyboard.press("n");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("label")?.textContent)).toBe("Change 1 of 1, line 1");
  await page.keyboard.press("Space");
  await page.locator("#taken", { hasText: "0" }).waitFor();
  await page.keyboard.press("Space");
  await page.locator("#taken", { hasNotText: "0" }).waitFor();
}

const config = (): InlineConfig => ({ root: app.folder, configFile: false, logLevel: "error", plugins: [react()] });

describe("a Vite app with React", () => {
  test("works in development", async () => {
    const server = await createServer({ ...config(), server: { host: "127.0.0.1", port: 0 } });
    try {
      await server.listen();
      await propose(server.resolvedUrls?.local[0] ?? "");
    } finally {
      await server.close();
    }
  });

  test("works when built, with nothing to configure", async () => {
    await build({ ...config(), build: { outDir: "dist" } });
    // Nothing of the package writes styles or scripts into the page.
    const headers = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:" };
    const server = await serve(`${app.folder}/dist`, { headers });
    try {
      await propose(server.url);
    } finally {
      await server.close();
    }
  });
});
