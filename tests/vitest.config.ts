import { defineConfig } from "vitest/config";

/** Each is a suite of `npm test`; a test that wants a DOM says so in its first line. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      { extends: true, test: { name: "package", include: ["{package,support}/**/*.test.{ts,tsx}"], unstubGlobals: true, restoreMocks: true } },
      { extends: true, test: { name: "end-to-end", include: ["e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      { extends: true, test: { name: "consumers", include: ["consumers/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
