import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { type CitusCluster, startCitus } from "@parley/testing/citus";
import { citusPackage } from "../../libs/testing/src/citus-package.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { scratchFolder } from "../installation/scratch-postgres.ts";
import { spreadDatabase } from "../installation/spread-database.ts";
import { withClient } from "../installation/with-client.ts";
import { closedLoop, cpuUsOfPostgres, inTurns, median, type Outcome, spreadOf, told } from "./figures.ts";
import { compareQueues } from "./spread-queues.ts";
import { benchRows } from "./spread-rows.ts";

// Rows on one server beside rows spread over several, through the gateway, with the same release of Postgres in turns. All servers
// share this machine's cores, so nothing is gained here: the ratios are what the way to another server costs.
const rounds = 5;
const callsPerRound = 40;
const organizationId = "acme";
const documents = 50;
const keys = 1_000;

/**
 * What one request of an API key costs on spread rows, and how rows and work of many keys are divided over two workers. `spread:3` has three;
 * `spread:rows` and `spread:rows:10000000` measure what that many comments need.
 */
export async function benchSpread([what = "2", comments]: readonly string[] = []): Promise<Outcome> {
  if (what === "rows") {
    await benchRows(comments === undefined ? undefined : Number(comments));
    return {};
  }
  const workers = Number(what);
  if (!(workers >= 1)) throw new Error(`spread:${what} is not a number of workers.`);
  await using cluster = await startCitus({ workers, durable: true });
  await using stack = new AsyncDisposableStack();
  const [alone, spread] = [await onOneServer(stack), await spreadDatabase(cluster, "several")];
  {
    await using plain = await startInstallation({ shape: "all-in-one", databaseUrl: alone });
    await using divided = await startInstallation({ shape: "all-in-one", databaseUrl: spread, builds: false });
    await compareRequests(plain, divided);
  }
  await compareQueues(alone, spread);
  await tellShares(cluster, spread);
  return {};
}

/** A server of the same release of Postgres, without Citus. */
async function onOneServer(stack: AsyncDisposableStack): Promise<string> {
  const dataDir = join(await scratchFolder(stack), "alone");
  const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: true, packageRoot: await citusPackage() });
  stack.defer(() => server.stop());
  return server.createDatabase("alone");
}

interface Call {
  readonly path: string;
  readonly body: (n: number) => object;
}

const documentOf = (n: number) => `d${n % documents}`;
const comment = { from: { userId: "alice" }, commentText: "As long as comments usually are, or a little longer." };

const calls: Readonly<Record<string, Call>> = {
  "start a thread": {
    path: "/v2/commentannotations/add",
    body: (n) => ({
      documentId: documentOf(n),
      commentAnnotations: [{ annotationId: `a${n}`, commentData: [{ commentId: "c", ...comment }] }],
    }),
  },
  "add a comment": {
    path: "/v2/commentannotations/comments/add",
    body: (n) => ({ documentId: documentOf(n), annotationId: `a${n}`, commentData: [comment] }),
  },
  "get a document's threads": { path: "/v2/commentannotations/get", body: (n) => ({ documentId: documentOf(n), pageSize: 20 }) },
  "get the activity log": { path: "/v2/activities/get", body: () => ({ pageSize: 20 }) },
  "read the changes": { path: "/v2/changes/get", body: () => ({ cursor: "start", pageSize: 20 }) },
  "add a notification": {
    path: "/v2/notifications/add",
    body: (n) => ({
      documentId: documentOf(n),
      notificationId: `n${n}`,
      actionUser: { userId: "alice" },
      notifyUsers: [{ userId: "bob" }],
      displayHeadlineMessageTemplate: "Hello",
    }),
  },
  "get a user's notifications": { path: "/v2/notifications/get", body: () => ({ userId: "bob", pageSize: 20 }) },
};

async function compareRequests(plain: Installation, divided: Installation): Promise<void> {
  const customers = [await customerOf(plain), await customerOf(divided)] as const;
  for (const [name, { path, body }] of Object.entries(calls)) {
    const next: [number, number] = [0, 0];
    const { sides, ratios } = await inTurns(rounds, async (side) => {
      const took: number[] = [];
      for (let call = 0; call < callsPerRound; call++) {
        const data = { organizationId, ...body(next[side]++) };
        const startedMs = performance.now();
        await customers[side].arrange(path, data);
        took.push(performance.now() - startedMs);
      }
      return median(took);
    });
    const shares = spreadOf(ratios.map((ratio) => 1 / ratio));
    const [plainMs, dividedMs] = sides.map((ms) => median(ms).toFixed(2));
    console.log(`${name}: p50 ${plainMs} ms on one server, ${dividedMs} ms spread: ${told(shares)} of the plain one`);
  }
  const [one, other] = [await throughputOf(customers[0]), await throughputOf(customers[1])];
  console.log(
    `threads started with 16 at once: ${Math.round(one)}/s on one server, ${Math.round(other)}/s spread: ${(other / one).toFixed(2)}`,
  );
}

async function customerOf(installation: Installation) {
  const { customer } = await installation.workspace();
  const all = Array.from({ length: documents }, (_, number) => ({ documentId: documentOf(number) }));
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: all, createOrganization: true });
  return customer;
}

type Customer = Awaited<ReturnType<typeof customerOf>>;

let threads = 1_000_000;

async function throughputOf(customer: Customer): Promise<number> {
  const { path, body } = calls["start a thread"] as Call;
  return (await closedLoop(16, 5_000, () => customer.arrange(path, { organizationId, ...body(threads++) }))).perSecond;
}

/** Reads and writes rows of 1,000 keys, and prints the shares of the workers. */
async function tellShares({ workerFolders }: CitusCluster, url: string): Promise<void> {
  const cpuBefore = workerFolders.map(cpuUsOfPostgres);
  await withClient(url, async (client) => {
    for (let key = 0; key < keys; key++) {
      await client.query(
        `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
         select $1, 'acme', 'u' || n, 'd', n, n from generate_series(1, 200) n`,
        [`pk_${key}`],
      );
      for (let look = 0; look < 5; look++)
        await client.query("select count(*) from activity.annotation_users where api_key_id = $1 and organization_id = 'acme'", [
          `pk_${key}`,
        ]);
    }
    const { rows } = await client.query<{ rows: string }>(
      `select sum(result::bigint) as rows from run_command_on_shards('activity.annotation_users', 'select count(*) from %s')
         join pg_dist_shard_placement using (shardid) group by nodeport order by nodeport`,
    );
    tell(
      "rows",
      rows.map((row) => Number(row.rows)),
    );
  });
  tell(
    "CPU",
    workerFolders.map((folder, worker) => cpuUsOfPostgres(folder) - (cpuBefore[worker] ?? 0)),
  );
}

function tell(what: string, parts: readonly number[]): void {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  console.log(
    `${what} of ${keys.toLocaleString("en")} keys: ${parts.map((part) => `${((100 * part) / whole).toFixed(0)} %`).join(" and ")}`,
  );
}
