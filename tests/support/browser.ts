import { chromium, type Browser, type Page } from "playwright-core";
import { find, flags } from "./chromium.mjs";

/** The Chromium of this machine: playwright-core brings none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = find("browser");
  if (executablePath === undefined) throw new Error("no Chromium was found: `npm test -- end-to-end` installs it or says how");
  return chromium.launch({ executablePath, args: flags });
}

/** Everything that the page reported as wrong, in order. A test that expects nothing compares it with `[]`. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  return found;
}
