import { join } from "node:path";
import { startInstallation } from "../installation/installation.ts";
import { CommandLine } from "../transfer/command-line.ts";
import { fill } from "../transfer/source.ts";
import { spreadOf } from "./figures.ts";

// `npm run bench -- import`: how many comments a second `parley import` adds to an empty API key, over HTTP and with the start of the command.
const comments = 100_000;
const rounds = 3;
const leastPerSecond = 5_000;

/** Returns the promises that did not hold. */
export async function benchImport(): Promise<readonly string[]> {
  await using installation = await startInstallation({ shape: "all-in-one", durable: true });
  const source = await installation.workspace();
  await fill(source, comments);
  const command = new CommandLine(installation.folder);
  const file = join(installation.folder, "comments.ndjson");
  await command.run(source, "export", file);

  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const target = await installation.workspace();
    const startedMs = performance.now();
    await command.run(target, "import", file);
    rates.push((comments * 1_000) / (performance.now() - startedMs));
  }
  const { median, least, most } = spreadOf(rates);
  const [rate, lowest, highest, promised] = [median, least, most, leastPerSecond].map((value) => Math.round(value).toLocaleString("en"));
  const sentence = `${comments.toLocaleString("en")} comments imported into an empty API key: ${rate}/s [${lowest} to ${highest}] (at least ${promised}).`;
  console.log(sentence);
  return median >= leastPerSecond ? [] : [`Not as promised: ${sentence}`];
}
