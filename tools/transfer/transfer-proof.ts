import { join } from "node:path";
import { startInstallation } from "../installation/installation.ts";
import { readNumbers } from "../read-numbers.ts";
import { CommandLine } from "./command-line.ts";
import { contentOf } from "./export-content.ts";
import { fill } from "./source.ts";

// `npm run cli:proof [-- --comments 100000 --kills 3]`: exports an API key with that many comments, imports the file into another key while
// the import is killed repeatedly (SIGKILL), exports that key too, and fails unless both files have the same content: nothing lost, nothing
// duplicated.
const { numbers, values } = readNumbers({ comments: 100_000, kills: 3 }, { bundled: { type: "boolean" } });
const { comments, kills } = numbers;

await using installation = await startInstallation({ shape: "all-in-one", builds: !values.bundled });
process.exitCode = (await prove()) ? 0 : 1;

/** Returns whether the second key has the content of the first. */
async function prove(): Promise<boolean> {
  const [source, target] = [await installation.workspace(), await installation.workspace()];
  await timed(`filling an API key with ${comments} comments`, () => fill(source, comments));
  const command = new CommandLine(installation.folder);
  const [first, second] = ["first.ndjson", "second.ndjson"].map((name) => join(installation.folder, name)) as [string, string];
  await timed("the export", () => command.run(source, "export", first));
  const before = await contentOf(first);
  await timed(`the import, killed ${kills} times`, () => command.importWithKills(target, first, before.records, kills));
  await timed("the export of the other key", () => command.run(target, "export", second));

  const after = await contentOf(second);
  const [lost, doubled] = [before.missingIn(after), after.missingIn(before)];
  console.log(`${before.records} records with ${before.comments} comments before, ${after.records} with ${after.comments} after.`);
  for (const line of [...lost.slice(0, 5), ...doubled.slice(0, 5)]) console.log(line);
  const isSame = lost.length === 0 && doubled.length === 0 && before.comments === comments && after.comments === comments;
  console.log(
    isSame ? "The same: nothing lost, nothing there twice." : `DIFFERENT: ${lost.length} lost or changed, ${doubled.length} more.`,
  );
  return isSame;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${what}`);
}
