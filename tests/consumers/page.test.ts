import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { serve } from "../support/serve.ts";
import { project, type Project } from "./project.ts";

let page: Project;
let browser: Browser;
beforeAll(async () => {
  [page, browser] = await Promise.all([project("page"), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  page.remove();
});

/** What the agent is told on a page that is served under this policy. */
async function told(file: string, policy: string): Promise<string | null> {
  const server = await serve(page.folder, { headers: { "content-security-policy": policy } });
  const tab = await browser.newPage();
  try {
    await tab.goto(server.url + file);
    const agent = tab.locator("#agent", { hasNotText: "waiting" });
    await agent.waitFor();
    return await agent.textContent();
  } finally {
    await tab.close();
    await server.close();
  }
}

describe("a plain module script", () => {
  test("works where the policy allows WebAssembly and nothing else", async () => {
    expect(await told("index.html", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")).toBe("call-1 accepted");
  });

  test("works with the wasm as a file of the same origin", async () => {
    const policy = "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    expect(await told("slim.html", policy)).toBe("call-1 accepted");
  });

  test.each(["index.html", "slim.html"])("names the missing directive where the policy blocks WebAssembly (%s)", async (file) => {
    const text = await told(file, "default-src 'none'; connect-src 'self'; script-src 'self'");
    expect(text).toMatch(/^wasm_blocked: /);
    expect(text).toContain("'wasm-unsafe-eval'");
    expect(text).toContain("script-src");
  });
});
