import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { allInOne } from "../bench/parley-targets.ts";
import { bundle } from "../build/bundle.ts";
import { CommandLine } from "./command-line.ts";
import { contentOf } from "./export-content.ts";
import { createKey, fill } from "./source.ts";

// `npm run cli:proof [-- --comments 100000 --kills 3]`: exports an API key with so many comments, imports the file into another while the import
// is killed (SIGKILL) again and again, exports that one too, and fails unless both files hold the same: nothing lost, nothing there twice.
const { values } = parseArgs({
  options: {
    comments: { type: "string", default: "100000" },
    kills: { type: "string", default: "3" },
    bundled: { type: "boolean", default: false },
  },
});
const [comments, kills] = [Number(values.comments), Number(values.kills)];

if (!values.bundled) await bundle("all-in-one");
const folder = await mkdtemp(join(tmpdir(), "parley-transfer-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false });
try {
  const parley = await allInOne(await postgres.createDatabase("parley"), join(folder, "data"));
  try {
    process.exitCode = (await prove(parley.url)) ? 0 : 1;
  } finally {
    await parley.stop();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns whether the second key holds what the first does. */
async function prove(url: string): Promise<boolean> {
  const [source, target] = [await createKey(url), await createKey(url)];
  await timed(`filling an API key with ${comments} comments`, () => fill(url, source, comments));
  const command = new CommandLine(url, folder);
  const [first, second] = [join(folder, "first.ndjson"), join(folder, "second.ndjson")];
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
