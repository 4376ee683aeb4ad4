import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { at } from "../../pkg-template/build/paths.mjs";
import { complaints, launchBrowser } from "./browser.ts";
import { serve } from "./serve.ts";

export interface Demo {
  readonly page: Page;
  /** What the page reported as wrong since it opened. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** The built demo in a browser of its own. */
export async function openDemo(): Promise<Demo> {
  if (!existsSync(at("www/dist/index.html"))) throw new Error("www/dist is not built: run the tests by `npm test -- end-to-end`");
  const server = await serve(at("www/dist"));
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const found = complaints(page);
  await page.goto(server.url);
  return {
    page,
    complaints: found,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
