import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { Pool } from "undici";
import { bundle } from "../build/bundle.ts";
import { median } from "./figures.ts";
import type { Attack, AttackReport } from "./neighbour.ts";
import { allInOne, createDemo, post, type Started } from "./parley-targets.ts";

// One tenant does its worst; another one's p99 and refusals meanwhile, against those right before. The first round is not counted: code that has never run, and a heap
// that has never been as large, are not what a process has that serves for days.
const rounds = 5;
const roundMs = 5_000;
const path = "/v2/organizations/documents/get";
const body = '{"data":{"organizationId":"org0","pageSize":50}}';
const attacks: readonly Attack[] = ["waiting", "pages", "keys", "bodies", "all"];

export async function benchNeighbours(): Promise<void> {
  await bundle("all-in-one");
  const folder = join(tmpdir(), "parley-bench-neighbours");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  // Accepts, and never says anything.
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  let parley: Started | undefined;
  try {
    const overrides = { PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" };
    parley = await allInOne(await postgres.createDatabase("parley"), join(folder, "data"), overrides);
    const [victim, greedy] = [headersOf(await createDemo(parley)), headersOf(await createDemo(parley))];
    await prepare(parley.url, greedy, (silent.address() as AddressInfo).port);
    for (const attack of attacks) await beside(parley.url, attack, victim, greedy);
  } finally {
    await parley?.stop();
    silent.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Headers = Readonly<Record<string, string>>;

function headersOf({ apiKey, authToken }: { apiKey: string; authToken: string }): Headers {
  return { "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
}

/** A webhook that never answers, and the largest rows that there may be. */
async function prepare(url: string, headers: Headers, silentPort: number): Promise<void> {
  const rawNotificationUrl = `http://127.0.0.1:${silentPort}/`;
  await post(url, "/v2/workspace/webhookconfig/update", headers, { useWebhookService: true, webhookServiceConfig: { rawNotificationUrl } });
  for (let batch = 0; batch < 10; batch++) {
    const organizations = Array.from({ length: 50 }, (_, n) => ({ organizationId: `large${batch}-${n}`, notes: "x".repeat(15_000) }));
    await post(url, "/v2/organizations/add", headers, { organizations });
  }
}

async function beside(url: string, attack: Attack, victim: Headers, greedy: Headers): Promise<void> {
  const pool = new Pool(url, { connections: 8, pipelining: 1 });
  const [quiet, attacked]: [Load[], Load[]] = [[], []];
  let [sent, greedyRefused] = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    const before = await load(pool, victim, roundMs);
    const attacker = fork(join(import.meta.dirname, "neighbour.ts"), [url, attack, JSON.stringify(greedy)]);
    // It stands for machines elsewhere: what it takes to send is not to be taken from the gateway and from the other tenant.
    setPriority(attacker.pid ?? 0, constants.priority.PRIORITY_LOW);
    await once(attacker, "message");
    const during = await load(pool, victim, roundMs);
    const report = await end(attacker);
    if (round === 0) continue;
    quiet.push(before);
    attacked.push(during);
    sent += report.sent;
    greedyRefused += report.refused;
  }
  await pool.close();
  const [before, during] = [quiet, attacked].map((loads) => median(loads.map(({ p99Ms }) => p99Ms)));
  const refused = attacked.flatMap((load) => load.refused);
  const factor = ((during ?? Number.NaN) / (before ?? Number.NaN)).toFixed(2);
  console.log(
    `  ${attack.padEnd(8)} p99 ${before?.toFixed(1)} ms alone, ${during?.toFixed(1)} ms beside it (x${factor}); refused ${refused.length} of ` +
      `${attacked.reduce((sum, { sent }) => sum + sent, 0)}${refused.length === 0 ? "" : ` (${[...new Set(refused)].join(", ")})`}. The other sent ${sent}, of which ${greedyRefused} were refused.`,
  );
}

async function end(attacker: ChildProcess): Promise<AttackReport> {
  const answered = once(attacker, "message");
  attacker.send("end");
  const [report] = await answered;
  attacker.kill();
  return report as AttackReport;
}

interface Load {
  readonly p99Ms: number;
  readonly sent: number;
  /** The statuses that were no success. */
  readonly refused: readonly number[];
}

// At its own pace and on connections that it keeps, as customers' servers have it: a tenant that asks as fast as it can would measure the machine.
async function load(pool: Pool, headers: Headers, durationMs: number): Promise<Load> {
  const latencies: number[] = [];
  const refused: number[] = [];
  const endMs = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < endMs) {
        const beginMs = performance.now();
        const answer = await pool.request({ method: "POST", path, headers, body });
        await answer.body.text();
        latencies.push(performance.now() - beginMs);
        if (answer.statusCode !== 200) refused.push(answer.statusCode);
        await new Promise((resolve) => setTimeout(resolve, 20 + 40 * Math.random()));
      }
    }),
  );
  const p99Ms = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  return { p99Ms, sent: latencies.length, refused };
}
