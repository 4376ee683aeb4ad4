import { makePackage } from "../../pkg-template/build/build.mjs";
import { buildDemo } from "../../pkg-template/build/demo.mjs";
import { Failure } from "../../pkg-template/build/process.mjs";
import { setUp } from "../../pkg-template/build/setup.mjs";
import { setUpChromium } from "./chromium.mjs";

/** What suites ask for before they run. */
const makers = {
  cargo: () => setUp(["cargo", "components"]),
  wasm: () => setUp(["cargo", "components", "wasm"]),
  bindgen: () => setUp(["cargo", "wasm", "bindgen"]),
  package: makePackage,
  demo: buildDemo,
  chromium: setUpChromium,
};

/** @typedef {keyof typeof makers} Need */

/** @type {Map<Need, Promise<void>>} */
const made = new Map();

/**
 * Each is made once, also when it fails: nobody waits for the same failure twice.
 * @param {readonly Need[]} needs
 */
export async function provide(needs) {
  for (const need of needs) {
    const before = made.get(need);
    const now = before ?? makers[need]();
    made.set(need, now);
    try {
      await now;
    } catch (error) {
      throw before === undefined ? error : new Failure(`it needs "${need}", which failed above`);
    }
  }
}
