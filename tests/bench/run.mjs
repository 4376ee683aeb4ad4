// npm run bench measures everything in Node and in Chromium, prints it, and writes it into README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { makePackage } from "../../pkg-template/build/build.mjs";
import { at } from "../../pkg-template/build/paths.mjs";
import { main } from "../../pkg-template/build/process.mjs";
import { setUpChromium } from "../support/chromium.mjs";
import { readCorpus } from "./corpus.mjs";
import { bundle, node, page } from "./hosts.mjs";
import { absolute, number, ratio, table } from "./tables.mjs";

/** @typedef {import("./hosts.mjs").Host} Host */

const readme = at("tests/bench/README.md");
const real = process.env["COUNTERSIGN_CORPUS"];

await main(async () => {
  await makePackage();
  await setUpChromium();
  await bundle();
  const here = await node();
  const hosts = [here, await page()];
  const parts = [machine(hosts)];
  for (const host of hosts) {
    for (const make of [approvals, diffs, json, ...(real === undefined ? [] : [corpus])]) {
      parts.push(await make(host, here.bench));
      console.log(parts.at(-1));
    }
    await host.close();
  }
  const [before] = readFileSync(readme, "utf8").split(/(?<=<!-- figures -->\n)/);
  writeFileSync(readme, `${before}\n${parts.join("\n")}`);
});

/** @param {readonly Host[]} hosts */
function machine(hosts) {
  /** @type {{ devDependencies: Record<string, string> }} */
  const { devDependencies } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const others = ["zustand", "diff", "fast-diff", "diff-match-patch", "@codemirror/merge", "@pierre/diffs", "jsondiffpatch", "microdiff", "json-diff-ts"];
  const versions = others.map((name) => `${name} ${devDependencies[name]}`);
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), shared; ${[...hosts.map(({ name }) => name), ...versions].join(", ")}.\n`;
}

/** @param {Host} host @param {import("./hosts.mjs").Bench} bench */
async function approvals(host, bench) {
  const rows = [];
  for (const pending of bench.COUNTS) {
    const cells = [];
    for (const subscribed of [false, true]) {
      const { timings } = await host.run("approvals", pending, subscribed);
      cells.push(absolute(timings.store), ratio(timings.store, timings.slice));
    }
    rows.push([pending.toLocaleString("en"), ...cells]);
  }
  return table(`Propose, accept, settle: ${host.name}`, ["pending", "store", "÷ slice", "store, subscribed", "÷ slice, subscribed"], rows);
}

/** @param {Host} host @param {import("./hosts.mjs").Bench} bench */
async function diffs(host, bench) {
  const rows = [];
  for (const text of bench.TEXTS) {
    const { timings, truncated } = await host.run("diffs", text);
    const { store, recipe, diffLines, fastDiff, diffMatchPatch, codeMirror, pierre } = timings;
    const others = [recipe, diffLines, fastDiff, diffMatchPatch, codeMirror, pierre].map((theirs) => ratio(store, theirs));
    rows.push([text, absolute(store) + (truncated ? ", truncated" : ""), ...others]);
  }
  return table(`Diffs: ${host.name}`, ["text", "store.diff", "÷ recipe", "÷ diffLines", "÷ fast-diff on lines", "÷ diff-match-patch on lines", "÷ CodeMirror", "÷ @pierre/diffs"], rows);
}

/** @param {Host} host @param {import("./hosts.mjs").Bench} bench */
async function json(host, bench) {
  const rows = [];
  for (const name of bench.TABLES) {
    const { timings } = await host.run("json", name);
    const { diffJson, diffRows, parse, ...others } = timings;
    rows.push([name, ...[diffJson, diffRows].flatMap((ours) => [absolute(ours), ratio(ours, parse)]), ...Object.values(others).map((theirs) => ratio(diffRows, theirs))]);
  }
  const head = ["table", "diffJson", "÷ JSON.parse", "diffRows", "÷ JSON.parse", "diffRows ÷ jsondiffpatch", "÷ microdiff", "÷ json-diff-ts"];
  return table(`JSON and rows: ${host.name}`, head, rows);
}

/** @param {Host} host */
async function corpus(host) {
  const rows = [];
  for (const { name, pairs } of readCorpus(real ?? "")) {
    const { ratios } = await host.run("corpus", name, pairs);
    rows.push([name, String(pairs.length), ...[ratios.recipe, ratios.diffLines, ratios.pierre].map(({ p50, p90 }) => `${number(p50)} · ${number(p90)}`)]);
  }
  return table(`Diffs of real texts, p50 · p90 over pairs: ${host.name}`, ["text", "pairs", "÷ recipe", "÷ diffLines", "÷ @pierre/diffs"], rows);
}
