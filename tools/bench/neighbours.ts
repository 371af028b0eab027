import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { Aside } from "../installation/aside.ts";
import type { Caller, Headers } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { createDemo } from "./demo.ts";
import { closedLoop, median, quantile } from "./figures.ts";
import type { Attack, AttackReport } from "./neighbour.ts";

// One tenant does its worst; measures the p99 and the refusals of another one meanwhile, compared with the time right before. The first
// round does not count: cold code and a small heap are not typical of a process that has served for days.
const rounds = 5;
const roundMs = 5_000;
const path = "/v2/organizations/documents/get";
const body = '{"data":{"organizationId":"org0","pageSize":50}}';
const attacks: readonly Attack[] = ["waiting", "pages", "keys", "bodies", "all"];

/** Measures beside each attack, or beside those in `parts`. */
export async function benchNeighbours(parts: readonly string[] = []): Promise<readonly string[]> {
  // A server that reads requests and never responds. If it did not read, it would not notice that its clients are gone, and could not be
  // closed.
  await using silent = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  await using parley = await startInstallation({
    shape: "all-in-one",
    durable: true,
    environment: { PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" },
  });
  const [{ customer: victim }, { customer: greedy }] = [await createDemo(parley), await createDemo(parley)];
  await prepare(greedy, (silent.address() as AddressInfo).port);
  for (const attack of attacks.filter((each) => parts.length === 0 || parts.includes(each))) {
    await beside(parley.url, attack, victim.headers, greedy.headers);
  }
  return [];
}

/** Creates a webhook that never answers, and the largest possible rows. */
async function prepare(greedy: Caller, silentPort: number): Promise<void> {
  const rawNotificationUrl = `http://127.0.0.1:${silentPort}/`;
  await greedy.ask("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig: { rawNotificationUrl } });
  for (let batch = 0; batch < 10; batch++) {
    const organizations = Array.from({ length: 50 }, (_, n) => ({ organizationId: `large${batch}-${n}`, notes: "x".repeat(15_000) }));
    await greedy.ask("/v2/organizations/add", { organizations });
  }
}

async function beside(url: string, attack: Attack, victim: Headers, greedy: Headers): Promise<void> {
  const pool = new Pool(url, { connections: 8, pipelining: 1 });
  const [quiet, attacked]: [Load[], Load[]] = [[], []];
  let [sent, greedyRefused] = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    const before = await load(pool, victim, roundMs);
    // Stands for machines elsewhere: its sending must not take processors from the gateway and the other tenant.
    await using attacker = await Aside.startElsewhere(join(import.meta.dirname, "neighbour.ts"), url, attack, greedy);
    const during = await load(pool, victim, roundMs);
    const report = await attacker.ask<AttackReport>("end");
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

interface Load {
  readonly p99Ms: number;
  readonly sent: number;
  /** The unsuccessful statuses. */
  readonly refused: readonly number[];
}

// The measured tenant sends at a fixed pace on kept connections, like customers' servers. A tenant that sends as fast as possible would
// measure the machine.
async function load(pool: Pool, headers: Headers, durationMs: number): Promise<Load> {
  const latencies: number[] = [];
  const refused: number[] = [];
  await closedLoop(8, durationMs, async () => {
    const beginMs = performance.now();
    const answer = await pool.request({ method: "POST", path, headers, body });
    await answer.body.text();
    latencies.push(performance.now() - beginMs);
    if (answer.statusCode !== 200) refused.push(answer.statusCode);
    await delay(20 + 40 * Math.random());
  });
  return { p99Ms: quantile(latencies, 0.99), sent: latencies.length, refused };
}
