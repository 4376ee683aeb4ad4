// npm test runs every suite; npm test -- native package runs those two.
import { main } from "../pkg-template/build/process.mjs";
import { pick } from "./support/suites.mjs";
import { summary, trial } from "./support/tally.mjs";

await main(async () => {
  const picked = pick(process.argv.slice(2));
  const results = [];
  for (const [name, suite] of picked) results.push(await trial(name, suite));
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
});
