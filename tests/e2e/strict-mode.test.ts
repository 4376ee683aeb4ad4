import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, test } from "vitest";
import { at } from "../../pkg-template/build/paths.mjs";
import { complaints, launchBrowser } from "../support/browser.ts";
import { accepted, openingCall, Playground } from "./playground.ts";

/** Only React's development build mounts everything twice, so the sources are served as they are. */
test("StrictMode's second mount cancels nothing", async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), "countersign-vite-"));
  const server = await createServer({ root: at("www"), cacheDir, logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
  const browser = await launchBrowser();
  try {
    await server.listen();
    const page = await browser.newPage();
    const found = complaints(page);
    await page.goto(server.resolvedUrls?.local[0] ?? "");
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
    expect(found).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
});
