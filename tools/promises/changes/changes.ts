import { setTimeout as delay } from "node:timers/promises";
import { startInstallation } from "../../installation/installation.ts";
import { scratchFolder } from "../../installation/scratch-postgres.ts";
import { withClient } from "../../installation/with-client.ts";
import { readNumbers } from "../../read-numbers.ts";
import { startPostgresUnderFire } from "../../storm/postgres-under-fire.ts";
import { FeedReader } from "./feed-reader.ts";
import { FeedWriters } from "./feed-writers.ts";
import { killInTurn, restartInTurn } from "./strikes.ts";
import { verdictOf } from "./verdict.ts";

// `npm run promise:changes [-- --writers 200 --readers 50 --seconds 90] [--no-build]`: writers commit in random order, half of the readers
// read the stream and half read pages, and gateway, activity service and Postgres are killed in turn; once, Postgres is restored from an
// earlier copy. Exits with 1 when a reader did not receive the table's records in order, or received one twice without starting over. With
// `--rolling` nothing is killed: there are two processes of every app behind a front, and each is stopped and started in turn as in an
// upgrade; then no reader's connection may break either.
const { numbers, values } = readNumbers(
  { writers: 200, readers: 50, seconds: 90 },
  { "no-build": { type: "boolean" }, rolling: { type: "boolean" } },
);
const { writers, readers, seconds } = numbers;
const isRolling = values.rolling === true;
const catchesUpWithinMs = 120_000;
const organizationId = "acme";

await using stack = new AsyncDisposableStack();
const folder = await scratchFolder(stack);
const postgres = await startPostgresUnderFire(folder, { durable: false });
stack.defer(() => postgres.stop());
const installation = stack.use(
  await startInstallation({
    shape: "separate",
    databaseUrl: await postgres.createDatabase("parley"),
    environment: {
      PARLEY_MAX_STREAMS_PER_KEY: String(readers),
      PARLEY_MAX_IN_FLIGHT_PER_KEY: "1000",
      // Streams end early, so that readers reconnect often. In an upgrade the stops of processes end them.
      ...(isRolling ? {} : { PARLEY_CHANGES_STREAM_MS: "10000" }),
    },
    pairs: isRolling,
    linked: isRolling,
    onCrash: () => undefined,
    builds: !values["no-build"],
  }),
);
const { customer, apiKey } = await installation.workspace();
const documents = [{ documentId: "welcome" }];
await customer.arrange("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });

const stopping = new AbortController();
const writing = new FeedWriters({ customer, apiKey, organizationId, databaseUrl: installation.databaseUrl }).write(
  writers,
  stopping.signal,
);
const cursors = ["start"];
const following = Array.from({ length: readers }, async (_, number) => {
  await delay((number / readers) * seconds * 600);
  const from = cursors[Math.floor(Math.random() * cursors.length)] ?? "start";
  const reader = new FeedReader(customer, { from, isStream: number % 2 === 0, onCursor: (cursor) => cursors.push(cursor) });
  const reading = reader.read();
  return { reader, reading };
});
const strikes = await (isRolling ? restartInTurn : killInTurn)({ installation, postgres, folder, seconds });
stopping.abort();
const attempts = await writing;
const followers = await Promise.all(following);
const order = await orderOfTable();
const isDone = ({ reader }: (typeof followers)[number]) => reader.lastTold === order.at(-1);
for (const end = performance.now() + catchesUpWithinMs; performance.now() < end && !followers.every(isDone); ) await delay(100);
for (const { reader } of followers) reader.stop();
await Promise.all(followers.map(({ reading }) => reading));
const { sentences, summary } = verdictOf(
  order,
  followers.map(({ reader }) => reader),
  { breaks: !isRolling },
);
console.log(`${attempts} writes were tried by ${writers} writers, ${order.length} are in the table; struck ${strikes.join(", ")}.`);
console.log(summary);
for (const sentence of sentences) console.error(sentence);
process.exitCode = sentences.length === 0 ? 0 : 1;

function orderOfTable(): Promise<string[]> {
  return withClient(installation.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select activity_id as id from activity.activities where api_key_id = $1 order by feed_position, activity_ref",
      [apiKey],
    );
    return rows.map(({ id }) => id);
  });
}
