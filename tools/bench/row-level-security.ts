import pg from "pg";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { withClient } from "../installation/with-client.ts";
import { closedLoop, median } from "./figures.ts";

// The cost of row-level security as a second barrier between API keys: the same statements with and without a policy that compares the key
// with a setting of the transaction.
const clients = 8;
const roundMs = 2_000;
const rounds = 5;

await using postgres = await scratchPostgres({ durable: true });
const url = await postgres.createDatabase("bench");
await prepare(url);
const shapes = {
  "list of 50": { name: "list", text: "select id, label from items where api_key_id = $1 and id > $2 order by id limit 50" },
  "update of 1": { name: "update", text: "update items set label = 'x' where api_key_id = $1 and id = $2" },
};
for (const [title, statement] of Object.entries(shapes)) {
  const plain: number[] = [];
  const secured: number[] = [];
  // Measured in turns, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    plain.push(await measure(url, "bench_plain", (client, values) => client.query({ ...statement, values })));
    secured.push(await measure(url, "bench_secured", (client, values) => withKey(client, statement, values)));
  }
  const [a, b] = [median(plain), median(secured)];
  console.log(`${title}: ${Math.round(a)}/s plain, ${Math.round(b)}/s with row-level security, ratio ${(b / a).toFixed(2)}`);
}

async function prepare(url: string): Promise<void> {
  const statements = `
    create table if not exists items (api_key_id text collate "C", id text collate "C", label text, primary key (api_key_id, id));
    truncate items;
    insert into items select 'key' || k, 'item' || lpad(i::text, 6, '0'), 'label' from generate_series(1, 100) k, generate_series(1, 1000) i;
    analyze items;
    do $$ begin create role bench_plain bypassrls; exception when duplicate_object then null; end $$;
    do $$ begin create role bench_secured; exception when duplicate_object then null; end $$;
    grant all on items to bench_plain, bench_secured;
    alter table items enable row level security;
    drop policy if exists own on items;
    create policy own on items using (api_key_id = current_setting('parley.api_key_id'))`;
  await withClient(url, (client) => client.query(statements));
}

async function withKey(client: pg.Client, statement: pg.QueryConfig, values: string[]): Promise<void> {
  await client.query("begin");
  await client.query({ name: "key", text: "select set_config('parley.api_key_id', $1, true)", values: [values[0]] });
  await client.query({ ...statement, values });
  await client.query("commit");
}

async function measure(url: string, role: string, work: (client: pg.Client, values: string[]) => Promise<unknown>): Promise<number> {
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url, options: `-c role=${role}` });
      await client.connect();
      return client;
    }),
  );
  // There is one connection for each concurrent call.
  const idle = [...open];
  const { perSecond } = await closedLoop(clients, roundMs, async () => {
    const client = idle.pop() as pg.Client;
    await work(client, [`key${1 + Math.floor(Math.random() * 100)}`, `item${String(Math.floor(Math.random() * 900)).padStart(6, "0")}`]);
    idle.push(client);
  });
  await Promise.all(open.map((client) => client.end()));
  return perSecond;
}
