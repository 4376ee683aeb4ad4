import react from "@vitejs/plugin-react";
import type { Browser } from "playwright-core";
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
  await page.getByText("Be kind. → Be brief.").waitFor();
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
    const server = await serve(`${app.folder}/dist`);
    try {
      await propose(server.url);
    } finally {
      await server.close();
    }
  });
});
