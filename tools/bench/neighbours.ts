import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Aside } from "../installation/aside.ts";
import type { Caller, Headers } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { type Kept, list, startCustomer } from "./customer.ts";
import { createDemo } from "./demo.ts";
import { median, quantile } from "./figures.ts";
import type { Attack, AttackReport } from "./neighbour.ts";

// One tenant does its worst; measures the p99 and the refusals of another one meanwhile, compared with the time right before. The first
// round does not count: cold code and a small heap are not typical of a process that has served for days.
const rounds = 5;
const asking = { durationMs: 5_000, tokens: [] };
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

async function beside(url: string, attack: Attack, headers: Headers, greedy: Headers): Promise<void> {
  await using victim = await startCustomer({ url, headers, ...list });
  const [quiet, attacked]: [Kept[], Kept[]] = [[], []];
  let [sent, greedyRefused] = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    const before = await victim.ask(asking);
    // Stands for machines elsewhere: its sending must not take processors from the gateway and the other tenant.
    await using attacker = await Aside.startElsewhere(join(import.meta.dirname, "neighbour.ts"), url, attack, greedy);
    const during = await victim.ask(asking);
    const report = await attacker.ask<AttackReport>("end");
    if (round === 0) continue;
    quiet.push(before.kept);
    attacked.push(during.kept);
    sent += report.sent;
    greedyRefused += report.refused;
  }
  const [before, during] = [p99Of(quiet), p99Of(attacked)];
  const refused = attacked.flatMap((kept) => kept.refused);
  const asked = attacked.reduce((sum, { tookMs }) => sum + tookMs.length, 0);
  console.log(
    `  ${attack.padEnd(8)} p99 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside it (x${(during / before).toFixed(2)}); ` +
      `refused ${refused.length} of ${asked}${refused.length === 0 ? "" : ` (${[...new Set(refused)].join(", ")})`}. ` +
      `The other sent ${sent}, of which ${greedyRefused} were refused.`,
  );
}

/** p99 of the median round, without requests that other virtual machines disturbed. */
function p99Of(rounds: readonly Kept[]): number {
  return median(rounds.map(({ undisturbedMs }) => quantile(undisturbedMs, 0.99)));
}
