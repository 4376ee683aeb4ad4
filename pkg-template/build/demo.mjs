// The demo: set up, build the package, build www/ with it, serve the result.
import { existsSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { makePackage } from "./build.mjs";
import { at, installed } from "./paths.mjs";
import { main, run } from "./process.mjs";
import { stage } from "./stamps.mjs";

const www = at("www");

/** The pages of www/, from the package as it is installed. */
export async function buildDemo() {
  const sources = existsSync(www) ? readdirSync(www).filter((name) => name !== "dist" && name !== "node_modules") : [];
  await stage("demo", {
    inputs: [installed, ...sources.map((name) => at("www", name))],
    outputs: [at("www/dist")],
  }, async () => {
    await run(process.execPath, [at("node_modules/vite/bin/vite.js"), "build", www, "--outDir", at("www/dist"), "--emptyOutDir"]);
  });
}

async function demo() {
  await makePackage();
  await buildDemo();
  const { preview } = await import("vite");
  const server = await preview({ root: www, build: { outDir: at("www/dist") } });
  console.log(`\n  The demo is at ${server.resolvedUrls?.local[0] ?? "an unknown address"} (Ctrl+C ends it)`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(demo);
