import { availableParallelism } from "node:os";
import type pg from "pg";
import { type ScratchPostgres, scratchPostgres } from "../installation/scratch-postgres.ts";
import { withClient } from "../installation/with-client.ts";
import { compareCalls } from "./activity-calls.ts";
import { scaled, startSystem } from "./activity-system.ts";
import { median, spreadOf, told } from "./figures.ts";

// The cost and gain of partitions: activity's large tables by hash of the API key, and the inbox by the day of its events.
const share = 0.04;
const parts = availableParallelism();
const largeTables = ["annotations", "comments", "reactions", "activities", "annotation_users", "comment_users"];
const dayMs = 86_400_000;
const retentionDays = 14;
const eventsPerDay = 40_000;
const batch = 256;
const batchesPerRound = 400;
const rounds = 5;

await using postgres = await scratchPostgres({ durable: true });
await inboxByDay(postgres);
await byHashOfApiKey(postgres);

async function byHashOfApiKey(postgres: ScratchPostgres): Promise<void> {
  await using whole = await startSystem("whole", scaled(share), await postgres.createDatabase("whole"));
  await using parted = await startSystem("parted", scaled(share), await postgres.createDatabase("parted"), partByHash);
  const ratios = await compareCalls([whole, parted], ["whole tables", `${parts} partitions each`]);
  console.log(`\nTables in ${parts} partitions by hash of the API key: ${told(spreadOf(ratios))} of the time`);
}

async function partByHash(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const table of largeTables) {
      const { rows: grants } = await client.query(
        "select grantee, privilege_type as right from information_schema.role_table_grants where table_schema = 'activity' and table_name = $1",
        [table],
      );
      const remainders = Array.from({ length: parts }, (_, part) => part);
      await client.query(
        [
          `create table activity.${table}_parted (like activity.${table} including all) partition by hash (api_key_id)`,
          ...remainders.map(
            (part) =>
              `create table activity.${table}_${part} partition of activity.${table}_parted for values with (modulus ${parts}, remainder ${part})`,
          ),
          ...grants.map(({ grantee, right }) => `grant ${right} on activity.${table}_parted to "${grantee}"`),
          `drop table activity.${table}`,
          `alter table activity.${table}_parted rename to ${table}`,
        ].join(";\n"),
      );
    }
  });
}

/**
 * Batches of new events, with as many expired ones. Compares one table whose old rows are deleted with a partitioned one whose oldest
 * partition is dropped once a day, with a block range index instead of a tree by age.
 */
async function inboxByDay(postgres: ScratchPostgres): Promise<void> {
  const url = await postgres.createDatabase("inbox");
  await withClient(url, async (client) => {
    const nowMs = Date.now();
    await client.query(`
      create table whole (consumer_group text collate "C" not null, event_id uuid not null, handled_at timestamptz not null, primary key (consumer_group, event_id));
      create index on whole (handled_at);
      create table parted (like whole, primary key (consumer_group, event_id)) partition by range (event_id);
      create index on parted using brin (handled_at);`);
    for (let day = -retentionDays; day <= 1; day++) {
      await client.query(
        `create table parted_${day + retentionDays} partition of parted for values from ('${beginning(nowMs + day * dayMs)}') to ('${beginning(nowMs + (day + 1) * dayMs)}')`,
      );
    }
    for (const table of ["whole", "parted"]) {
      await client.query(
        `insert into ${table} select 'group', uuidv7(age), now() + age
         from (select make_interval(secs => -86400.0 * $1 * (1 - n::float8 / $2)) as age from generate_series(1, $2 - 1) as n)`,
        [retentionDays, retentionDays * eventsPerDay],
      );
    }
    await client.query("vacuum analyze whole");
    await client.query("vacuum analyze parted");
    const took: { whole: number[]; parted: number[] } = { whole: [], parted: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const table of ["whole", "parted"] as const) {
        const startedMs = performance.now();
        for (let n = 0; n < batchesPerRound; n++) await take(client, table);
        if (round > 0) took[table].push(performance.now() - startedMs);
      }
    }
    const perSecond = (ms: number) => Math.round((batch * batchesPerRound * 1000) / ms).toLocaleString("en");
    console.log(`inbox, ${batch} events at a time: ${perSecond(median(took.whole))}/s whole, ${perSecond(median(took.parted))}/s by day`);
    console.log(`by day: ${told(spreadOf(took.whole.map((ms, round) => ms / (took.parted[round] ?? Number.NaN))))} times as many`);
  });
}

async function take(client: pg.Client, table: "whole" | "parted"): Promise<void> {
  await client.query({
    name: `${table} in`,
    text: `insert into ${table} select 'group', uuidv7(), clock_timestamp() from generate_series(1, $1) on conflict do nothing returning event_id`,
    values: [batch],
  });
  if (table === "parted") return;
  await client.query({
    name: "out",
    text: "delete from whole where ctid = any (array(select ctid from whole where handled_at < clock_timestamp() order by handled_at limit $1))",
    values: [batch],
  });
}

/** The smallest event id of that moment: a UUID of version 7 begins with its milliseconds. */
function beginning(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
