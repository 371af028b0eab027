import type { FindUsersRequest } from "@parley/contracts/users";
import { encodeCursor } from "@parley/kernel";
import pg from "pg";
import { generatedIds } from "../generators/users.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { query } from "../installation/with-client.ts";
import { median, residentMiB, seconds, throughput } from "./figures.ts";
import { apiKeyId, startSystem, type UsersSystem } from "./users-system.ts";

const rounds = 5;
const callsPerRound = 120;
const { user, organization, document, group } = generatedIds;
const largest = { apiKeyId, organizationId: organization(0) };

type Query = Partial<Omit<FindUsersRequest, "$typeName" | "$unknown">>;

/** The queries of Get users. `at` is the position of a page in the organization, as a fraction of its users. */
const queries: Readonly<Record<string, (system: UsersSystem, n: number) => Query>> = {
  "organization, page 1 of 50": () => ({ pageSize: 50 }),
  "organization, a late page of 50 (1,000th of the million)": ({ users }) => ({
    pageSize: 50,
    pageToken: encodeCursor([user(Math.round(users / 20))]),
  }),
  "one document": (_, n) => ({ documentId: document((n % 90) * 100), pageSize: 50 }),
  "one group, page 1 of 50": (_, n) => ({ groupIds: [group((n % 10) * 100)], pageSize: 50 }),
  "ten groups, page 1 of 50": () => ({ groupIds: Array.from({ length: 10 }, (_, index) => group(index * 100)), pageSize: 50 }),
  "1,000 user ids": ({ users }, n) => ({
    userIds: Array.from({ length: 1_000 }, (_, index) => user(((index * 7 + n) % (users / 4)) + 1)),
    pageSize: 1_000,
  }),
  "grouped by document, page 1 of 50": () => ({ allDocuments: true, groupByDocument: true, pageSize: 50 }),
};

/**
 * Get users, adding, emptying a group and a full walk, at 10,000 and at 1,000,000 users. The two systems take turns, so that other load on
 * the machine affects both.
 */
export async function benchUsers(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await scratchPostgres({ durable: true }));
  const start = async (name: string, users: number) => stack.use(await startSystem(name, users, await postgres.createDatabase(name)));
  const [small, large] = [await start("small", 10_000), await start("large", 1_000_000)];
  await compareQueries(small, large);
  await compareAdding(small, large);
  await againstPostgresAlone(large);
  await emptyLargeGroup(large);
  await walk(large);
}

async function compareQueries(small: UsersSystem, large: UsersSystem): Promise<void> {
  console.log("\n| Get users, p50 in ms at one connection | 10,000 users | 1,000,000 users | ratio |\n|---|---|---|---|");
  const medians = new Map<string, number>();
  for (const [name, query] of Object.entries(queries)) {
    const [a, b] = await alternate(small, large, (system, n) => system.client.findUsers({ ...largest, ...query(system, n) }));
    medians.set(name, b);
    console.log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
  }
  const [first = 1, late = 1] = medians.values();
  console.log(
    `\npage 1,000 against page 1, in the organization of ${(large.users / 4).toLocaleString("en")}: ${(late / first).toFixed(2)}`,
  );
}

async function compareAdding(small: UsersSystem, large: UsersSystem): Promise<void> {
  const batch = (prefix: string, n: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      userId: `${prefix}${n}-${index}`,
      name: `Name ${index}`,
      email: `${index}@example.com`,
    }));
  const add = (prefix: string) => (system: UsersSystem, n: number) =>
    system.client.addUsers({ ...largest, users: batch(prefix, n), createOrganization: true });
  const fresh = await alternate(small, large, add("new"), 8);
  const again = await alternate(small, large, add("new"), 8);
  console.log("\n| Add users, p50 in ms a batch of 1,000 | 10,000 users | 1,000,000 users | ratio | users/s |\n|---|---|---|---|---|");
  for (const [name, [a, b]] of [
    ["new users", fresh],
    ["users who exist, unchanged", again],
  ] as const) {
    console.log(
      `| ${name} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(b / a).toFixed(2)} | ${Math.round(1_000_000 / b).toLocaleString("en")} |`,
    );
  }
}

/** Medians in ms of both systems; rounds alternate, the first is a warm-up. */
async function alternate(
  small: UsersSystem,
  large: UsersSystem,
  call: (system: UsersSystem, n: number) => Promise<unknown>,
  calls = callsPerRound,
): Promise<[number, number]> {
  const found = new Map<UsersSystem, number[]>([
    [small, []],
    [large, []],
  ]);
  for (let round = 0; round <= rounds; round++) {
    for (const [system, latencies] of found) {
      for (let n = 0; n < calls; n++) {
        const startedMs = performance.now();
        await call(system, round * calls + n);
        if (round > 0) latencies.push(performance.now() - startedMs);
      }
    }
  }
  return [median(found.get(small) ?? []), median(found.get(large) ?? [])];
}

async function againstPostgresAlone(system: UsersSystem): Promise<void> {
  const pool = new pg.Pool({
    connectionString: system.databaseUrl,
    max: 8,
    options: "-c search_path=users -c plan_cache_mode=force_generic_plan",
  });
  const text = `select m.user_id, u.name, u.email
    from (select user_id from memberships where api_key_id = $1 and organization_id = $2 and kind = 'organization' and place_id = '' and user_id > $3
          order by user_id limit 51) m
    left join lateral (select name, email from users where api_key_id = $1 and user_id = m.user_id limit 1) u on true order by 1`;
  const places = Array.from({ length: 1_000 }, (_, n) => user(n * 200 + 1));
  const place = (n: number) => places[n % places.length] ?? "";
  const alone = () =>
    throughput((n) => pool.query({ name: "page", text, values: [apiKeyId, largest.organizationId, place(n)], rowMode: "array" }));
  const ours = () => throughput((n) => system.client.findUsers({ ...largest, pageSize: 50, pageToken: encodeCursor([place(n)]) }));
  const results = { alone: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    results.alone.push(await alone());
    results.ours.push(await ours());
  }
  await pool.end();
  const [a, b] = [median(results.alone), median(results.ours)];
  console.log(`\npages of 50 a second, 32 in flight: pg alone ${Math.round(a)}, over RPC ${Math.round(b)}, share ${(b / a).toFixed(2)}`);
}

async function emptyLargeGroup({ client, databaseUrl }: UsersSystem): Promise<void> {
  const size = 100_000;
  await client.addGroups({ ...largest, groups: [{ groupId: "everyone" }], createOrganization: true });
  await query(
    databaseUrl,
    `insert into users.group_members (api_key_id, group_ref, user_id)
     select $1, g.group_ref, 'u' || lpad(n::text, 7, '0') from users.user_groups g, generate_series(1, ${size}) n where g.api_key_id = $1 and g.group_id = 'everyone'`,
    [apiKeyId],
  );
  const others: number[] = [];
  let running = true;
  const startedMs = performance.now();
  const emptied = client.removeUsersFromGroup({ ...largest, groupId: "everyone", deleteAll: true }).finally(() => {
    running = false;
  });
  while (running) {
    const beganMs = performance.now();
    await client.addUsersToGroup({ ...largest, groupId: "everyone", userIds: [user(size)] });
    others.push(performance.now() - beganMs);
  }
  const { removedUserIds, more } = await emptied;
  const rate = Math.round((removedUserIds.length / (performance.now() - startedMs)) * 1_000).toLocaleString("en");
  console.log(
    `\nemptying a group: ${removedUserIds.length} removed in ${seconds(startedMs)} s (${rate}/s, more: ${more}); ` +
      `adding to it meanwhile: p50 ${median(others).toFixed(1)} ms, longest ${Math.max(...others).toFixed(0)} ms`,
  );
}

/** Walks through every organization in pages of 1,000 while other users are added and removed, and counts every user. */
async function walk(system: UsersSystem): Promise<void> {
  const { client, users, pid } = system;
  const seen = new Uint8Array(users + 1);
  const memory: number[] = [];
  let walking = true;
  const churn = (async () => {
    for (let n = 0; walking; n++) {
      const place = { apiKeyId, organizationId: organization(n % 100) };
      const ids = Array.from({ length: 100 }, (_, index) => `u${String((n * 7919 + index * 104_729) % users).padStart(7, "0")}x`);
      await client.addUsers({ ...place, users: ids.map((userId) => ({ userId })), createOrganization: true });
      await client.deleteUsers({ ...place, userIds: ids });
    }
    return undefined;
  })();
  const startedMs = performance.now();
  let pages = 0;
  for (let n = 0; n < 100; n++) {
    for (let pageToken = ""; ; ) {
      const page = await client.findUsers({ apiKeyId, organizationId: organization(n), pageSize: 1_000, pageToken });
      for (const { userId } of page.users)
        if (/^u\d{7}$/.test(userId)) seen[Number(userId.slice(1))] = (seen[Number(userId.slice(1))] ?? 0) + 1;
      if (pages++ % 100 === 0) memory.push(residentMiB(pid));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
  }
  walking = false;
  await churn;
  const counts = { once: 0, never: 0, more: 0 };
  for (const times of seen.subarray(1)) counts[times === 1 ? "once" : times === 0 ? "never" : "more"]++;
  console.log(
    `\na walk of ${users.toLocaleString("en")} users in ${pages} pages, others coming and going: ${seconds(startedMs)} s; ${JSON.stringify(counts)}`,
  );
  console.log(`memory of the service meanwhile, MiB, every 100 pages: ${memory.join(" ")}`);
}
