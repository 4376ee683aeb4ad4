import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { find, flags } from "./support/chromium.mjs";

/** Each is a suite of `npm test`; a test that wants a DOM says so in its first line. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      { extends: true, test: { name: "package", include: ["{package,support}/**/*.test.{ts,tsx}"], unstubGlobals: true, restoreMocks: true } },
      {
        // The same tests in a real page: its promises, timers, proxies and wasm are other ones.
        extends: true,
        // As its files are: tests look into them.
        optimizeDeps: {
          exclude: ["countersign"],
          include: ["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom", "react-dom/client", "react-dom/server", "@testing-library/react", "zustand", "zustand/vanilla", "zustand/middleware", "use-zustand"],
        },
        test: {
          name: "package in chromium",
          include: ["package/**/*.test.{ts,tsx}"],
          // Those that read files, are about a server, or fake the layout.
          exclude: ["package/{slim,readme,react.server,diff-view,diff-view.server,core-memory,diff,json-diff}.test.{ts,tsx}"],
          unstubGlobals: true,
          restoreMocks: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: find("browser") ?? "", args: flags } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      { extends: true, test: { name: "end-to-end", include: ["e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      { extends: true, test: { name: "consumers", include: ["consumers/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
