import { execFileSync } from "node:child_process";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startInstallation } from "../../installation/installation.ts";
import { scratchFolder } from "../../installation/scratch-postgres.ts";
import { withClient } from "../../installation/with-client.ts";
import { readNumbers } from "../../read-numbers.ts";
import { startPostgresUnderFire } from "../../storm/postgres-under-fire.ts";
import { FeedReader } from "./feed-reader.ts";
import { FeedWriters } from "./feed-writers.ts";
import { verdictOf } from "./verdict.ts";

// `npm run promise:changes [-- --writers 200 --readers 50 --seconds 90] [--no-build]`: writers commit in random order, half of the readers read the stream and half page by
// page, and gateway, activity service and Postgres are killed in turn; once, Postgres is put back to a copy of a while before. Ends with 1 when a reader was not told what the
// table holds, in its order, or was told anything twice that did not begin again.
const { numbers, values } = readNumbers({ writers: 200, readers: 50, seconds: 90 }, { "no-build": { type: "boolean" } });
const { writers, readers, seconds } = numbers;
const strikeEveryMs = 3_000;
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
    environment: { PARLEY_MAX_STREAMS_PER_KEY: String(readers), PARLEY_CHANGES_STREAM_MS: "10000", PARLEY_MAX_IN_FLIGHT_PER_KEY: "1000" },
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
const strikes = await strike();
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
);
console.log(`${attempts} writes were tried by ${writers} writers, ${order.length} are in the table; struck ${strikes.join(", ")}.`);
console.log(summary);
for (const sentence of sentences) console.error(sentence);
process.exitCode = sentences.length === 0 ? 0 : 1;

/** Strikes one part after the other until the time is over; what was struck, each with how often. */
async function strike(): Promise<string[]> {
  const { programs } = installation;
  const kill = (name: "gateway" | "activity") => async () => {
    const program = programs.get(name);
    await program?.end("SIGKILL");
    program?.start();
  };
  const parts: readonly (readonly [string, () => Promise<void>])[] = [
    ["gateway", kill("gateway")],
    ["activity", kill("activity")],
    ["Postgres", () => restarted("kill", () => undefined)],
  ];
  const counts = new Map<string, number>();
  const beganMs = performance.now();
  const part = () => (performance.now() - beganMs) / (seconds * 1_000);
  let copied = false;
  let restored = false;
  for (let turn = 0; part() < 1; turn++) {
    const [name, act] = parts[turn % parts.length] ?? ["", async () => undefined];
    await act();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!copied && part() > 0.3) {
      await restarted("restart", copyFiles);
      copied = true;
    } else if (copied && !restored && part() > 0.5) {
      await restarted("restart", restoreFiles);
      restored = true;
      counts.set("the database put back", 1);
    }
    await delay(strikeEveryMs);
  }
  await postgres.up();
  await installation.ready(60_000);
  return [...counts].map(([name, count]) => `${name} ${count}`);
}

async function restarted(how: "kill" | "restart", between: () => Promise<void> | undefined): Promise<void> {
  await postgres.down(how);
  await between();
  await postgres.up();
}

// With the files' owner and rights, without which the server refuses them.
async function copyFiles(): Promise<void> {
  execFileSync("cp", ["-a", await realpath(join(folder, "postgres")), join(folder, "copy")]);
}

async function restoreFiles(): Promise<void> {
  const home = await realpath(join(folder, "postgres"));
  execFileSync("rm", ["-rf", home]);
  execFileSync("cp", ["-a", join(folder, "copy"), home]);
}

function orderOfTable(): Promise<string[]> {
  return withClient(installation.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select activity_id as id from activity.activities where api_key_id = $1 order by feed_position, activity_ref",
      [apiKey],
    );
    return rows.map(({ id }) => id);
  });
}
