import { type ChildProcess, fork } from "node:child_process";
import { createSecretKey } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceImpl } from "@connectrpc/connect";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import { WorkspaceService, webhookTriggers } from "@parley/contracts/workspace";
import { type Database, databaseSettings, openDatabase } from "@parley/database";
import { startEmbeddedPostgres } from "@parley/database/embedded";
import { event, messageStore, messagingSettings, messagingTables, useMessaging } from "@parley/messaging";
import { defineModule, type Module, port, runProcess } from "@parley/runtime";
import pg from "pg";
import { Pool } from "undici";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { rawDraft } from "../../apps/notifications/src/webhooks/bodies/raw-draft.ts";
import { signatureOf } from "../../apps/notifications/src/webhooks/sending/signature.ts";
import { testEvent } from "../../apps/notifications/src/webhooks/test-event.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";

// Webhooks to a receiver on this machine that verifies every signature: `node tools/bench/webhooks.ts`.
const secretBytes = Buffer.alloc(32, 5);
const apiKeys = ["pk_0", "pk_1", "pk_2", "pk_3"];
const slowKey = "pk_slow";
const deadKey = "pk_dead";
const documents = 2_000;
const bareMs = 3_000;
const bareInFlight = 64;
const backlog = 12_000;
const rounds = 5;
const latencySeconds = 6;
const schema = "bench_sender";
const messages = messageStore(schema);

/** Delivered per second against bare signed POSTs, from event to receipt at half that rate, and beside endpoints that are slow or dead. */
export async function benchWebhooks(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-webhooks-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const receiver = await Receiver.start();
  try {
    const url = await postgres.createDatabase("webhooks");
    await (await startParley(url, receiver.port)).stop();
    const ratios: number[] = [];
    const rates: number[] = [];
    // Alternated, so that what the machine does besides hits both.
    for (let round = 0; round < rounds; round++) {
      const bare = await benchBare(receiver);
      const drained = await benchDrain(url, receiver);
      rates.push(drained);
      ratios.push(drained / bare);
      console.log(`round ${round + 1}: bare ${perSecond(bare)}, delivered ${perSecond(drained)}: ${(drained / bare).toFixed(2)}`);
    }
    console.log(`delivered per second against bare signed POSTs, median: ${median(ratios).toFixed(2)} (target 0.4)`);
    await benchLatency(url, receiver, median(rates) / 2);
  } finally {
    receiver.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signed POSTs without any record, from this process. */
async function benchBare(receiver: Receiver): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${receiver.port}`, { connections: bareInFlight });
  const secrets = [{ key: createSecretKey(secretBytes), untilMs: Number.POSITIVE_INFINITY }];
  const body = Buffer.from(
    `${draftOf("bare", "pk_0", "d0", Date.now())},"organizationName":null,"documentName":null,"folderId":null},"sequence":1}`,
  );
  const before = process.cpuUsage();
  const started = performance.now();
  let sent = 0;
  const send = async () => {
    while (performance.now() - started < bareMs) {
      const now = Date.now();
      const id = `bare_${sent++}`;
      const headers = {
        "content-type": "application/json",
        authorization: "Basic the-token",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now / 1_000)),
        "webhook-signature": signatureOf(secrets, id, now, body),
      };
      const answer = await pool.request({ method: "POST", path: "/hook", headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: bareInFlight }, send));
  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(before);
  await pool.close();
  const report = await receiver.report();
  console.log(
    `  bare: ${body.length} bytes, ${micros(cpu, sent)} CPU µs each, receiver ${((report.cpuMs * 1_000) / sent).toFixed(0)}, verified ${report.verified} of ${report.received}`,
  );
  return sent / seconds;
}

/** Deliveries that wait when the process starts, until the last has arrived. */
async function benchDrain(url: string, receiver: Receiver): Promise<number> {
  await fillBacklog(url, backlog);
  const parley = await startParley(url, receiver.port);
  const before = process.cpuUsage();
  const started = performance.now();
  await receiver.until(backlog);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(before);
  await parley.recorded(url);
  const settled = (performance.now() - started) / 1_000;
  await parley.stop();
  const report = await receiver.report();
  console.log(
    `  drain: ${micros(cpu, backlog)} CPU µs each, receiver ${((report.cpuMs * 1_000) / backlog).toFixed(0)}, verified ${report.verified} of ${report.received}, ` +
      `${report.ids} ids, all recorded ${((settled - seconds) * 1_000).toFixed(0)} ms behind the last receipt`,
  );
  if (report.verified !== backlog || report.ids !== backlog) throw new Error("Deliveries were lost, repeated or not verified.");
  return backlog / seconds;
}

/**
 * From an event's commit in the sender's outbox to its receipt, at a fixed rate, alone and beside endpoints that are slow or dead. Events pass the
 * bus one by one, each in a transaction of its own: what the bus takes bounds the rate, and is measured first.
 */
async function benchLatency(url: string, receiver: Receiver, rate: number): Promise<void> {
  let parley = await startParley(url, receiver.port);
  const ceiling = await consumed();
  console.log(`events through the bus to receipt, as many as it takes: ${perSecond(ceiling)}`);
  const fixed = Math.min(rate, ceiling / 2);
  await run(rate > fixed ? "half of what the bus takes" : "half of what is delivered", fixed);
  const quiet = await run("a fifth of that", fixed / 5);
  await parley.stop();
  await fillBacklog(url, 2_000, [slowKey, deadKey]);
  parley = await startParley(url, receiver.port);
  const beside = await run("the same, beside 1,000 deliveries each to a slow and a dead endpoint", fixed / 5);
  console.log(`p95 beside a slow and a dead endpoint against alone: ${(beside / quiet).toFixed(2)}`);
  await parley.stop();

  async function consumed(): Promise<number> {
    await receiver.report();
    const count = 2_000;
    const started = performance.now();
    await parley.publish(Array.from({ length: count }, (_, index) => apiKeys[index % apiKeys.length] as string));
    await receiver.until(count);
    return count / ((performance.now() - started) / 1_000);
  }

  async function run(what: string, wanted: number): Promise<number> {
    await delay(500);
    await receiver.report();
    const tickMs = 10;
    const started = performance.now();
    let sent = 0;
    while (performance.now() - started < latencySeconds * 1_000) {
      const due = Math.floor(((performance.now() - started) / 1_000) * wanted) - sent;
      if (due > 0) {
        await parley.publish(Array.from({ length: due }, (_, index) => apiKeys[(sent + index) % apiKeys.length] as string));
        sent += due;
      }
      await delay(tickMs);
    }
    const sending = (performance.now() - started) / 1_000;
    await receiver.until(sent);
    const { latenciesMs, verified, received } = await receiver.report();
    const at = (share: number) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? Number.NaN;
    console.log(
      `${what}, ${perSecond(sent / sending)}: event to receipt p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms, verified ${verified} of ${received}`,
    );
    return at(0.95);
  }
}

interface Parley {
  /** Commits an event for each of the API keys. */
  publish(apiKeyIds: readonly string[]): Promise<void>;
  /** Waits until it is written what became of every delivery. */
  recorded(url: string): Promise<void>;
  stop(): Promise<void>;
}

async function startParley(url: string, receiverPort: number): Promise<Parley> {
  let database: Database | undefined;
  const sender = defineModule({
    name: "bench-sender",
    config: { ...databaseSettings("BENCH_SENDER"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      database = await openDatabase(host, schema, config, [{ name: "0001_messaging", sql: messagingTables }]);
      await useMessaging(host, config, { database, messages });
    },
  });
  const running = await runProcess([...doubles(receiverPort), notificationsModule, sender], {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: url,
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_SERVICE_TOKENS: "service-token-of-the-benchmark",
    PARLEY_MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    ...Object.fromEntries(
      ["OPS", "WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS"].map((name) => [`PARLEY_${name}_PORT`, "0"]),
    ),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("PARLEY_WEBHOOK_"))),
  });
  let published = 0;
  return {
    async publish(apiKeyIds) {
      const now = Date.now();
      const events = apiKeyIds.map((apiKeyId) => {
        const documentId = `d${published++ % documents}`;
        const message = { ...testEvent(apiKeyId, "comment.add", now), organizationId: "acme", documentId };
        return event(webhookTriggersTopic, {
          apiKeyId,
          key: `acme/${documentId}`,
          subjects: ["organization:acme", `document:${documentId}`],
          message,
        });
      });
      await messages.publish(database as Database, events);
    },
    async recorded(url) {
      while ((await query(url, "select count(*)::int as count from notifications.webhook_queue")).count > 0) await delay(5);
    },
    stop: () => running.stop(),
  };
}

/** What notifications asks: configurations and names, out of memory. */
function doubles(receiverPort: number): Module[] {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  const urls: Record<string, string> = { [slowKey]: `http://127.0.0.1:${receiverPort}/slow`, [deadKey]: "http://127.0.0.1:9/" };
  const workspace: Partial<ServiceImpl<typeof WorkspaceService>> = {
    getWebhookConfig: async ({ apiKeyId }) => ({
      useWebhookService: true,
      authToken: "the-token",
      signingSecrets: [{ secret: `whsec_${secretBytes.toString("base64")}`, createdAtMs: 1n }],
      webhookServiceConfig: { triggers, rawNotificationUrl: urls[apiKeyId] ?? `http://127.0.0.1:${receiverPort}/hook` },
    }),
  };
  const directory: Partial<ServiceImpl<typeof OrganizationDirectoryService>> = {
    getOrganizations: async ({ organizationIds }) => ({
      organizations: organizationIds.map((organizationId) => ({ organizationId, organizationName: "Acme" })),
    }),
    getDocuments: async ({ documentIds }) => ({
      documents: documentIds.map((documentId) => ({ documentId, documentName: `Document ${documentId}` })),
    }),
  };
  return [
    double("workspace", WorkspaceService, workspace as ServiceImpl<typeof WorkspaceService>),
    double("organization-directory", OrganizationDirectoryService, directory as ServiceImpl<typeof OrganizationDirectoryService>),
    double("users", UsersService, {} as ServiceImpl<typeof UsersService>),
  ];
}

function double<Service extends typeof WorkspaceService | typeof OrganizationDirectoryService | typeof UsersService>(
  name: string,
  service: Service,
  implementation: ServiceImpl<Service>,
): Module {
  const variable = `PARLEY_${name.toUpperCase().replaceAll("-", "_")}_PORT`;
  return defineModule({
    name,
    config: {},
    serves: { services: [service], port: port(variable, { description: "", default: 0 }) },
    uses: [],
    mount: async (host) => host.serve(service, implementation as never),
  });
}

function draftOf(webhookId: string, apiKeyId: string, documentId: string, nowMs: number): string {
  return rawDraft(webhookId, { ...testEvent(apiKeyId, "comment.add", nowMs), organizationId: "acme", documentId }, "page-1");
}

// As the consumer writes them, but many at a time.
async function fillBacklog(url: string, count: number, keys: readonly string[] = apiKeys): Promise<void> {
  const draft = draftOf("WEBHOOK_ID", "pk_0", "DOCUMENT_ID", Date.now());
  await query(
    url,
    `with made as (
       insert into notifications.webhook_deliveries
         (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects)
       select ($3::text[])[1 + n % cardinality($3::text[])], 'evt_' || gen_random_uuid() || '_raw', 'raw', 'comment.add', 'acme', 'd' || n % ${documents}, 'a', n, array['organization:acme']
       from generate_series(1, $1::int) n
       returning api_key_id, delivery_id, created_at_ms, webhook_id, document_id
     ), carried as (
       insert into notifications.webhook_payloads (api_key_id, delivery_id, is_draft, body)
       select api_key_id, delivery_id, true, replace(replace($2, 'WEBHOOK_ID', webhook_id), 'DOCUMENT_ID', document_id) from made
     )
     insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked)
     select api_key_id, 'raw', hashtextextended(document_id, 0), delivery_id, created_at_ms, length($2), false from made`,
    [count, draft, keys],
  );
  // As autovacuum would have: a table that Postgres has never looked at is read by other plans.
  await query(url, "vacuum analyze");
}

async function query(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows[0];
  } finally {
    await client.end();
  }
}

class Receiver {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(): Promise<Receiver> {
    const process = fork(join(import.meta.dirname, "webhook-receiver.ts"));
    const { port } = await answerOf<{ port: number }>(process);
    return new Receiver(process, port);
  }

  report(): Promise<ReceiverReport> {
    this.#process.send("report");
    return answerOf(this.#process);
  }

  /** Waits until so many different deliveries have arrived since the last report. */
  async until(count: number, timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      this.#process.send("count");
      const { ids } = await answerOf<{ ids: number }>(this.#process);
      if (ids >= count) return;
      if (performance.now() > deadline) throw new Error(`Only ${ids} of ${count} deliveries arrived.`);
      await delay(5);
    }
  }

  stop(): void {
    this.#process.kill();
  }
}

function answerOf<Answer>(process: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => process.once("message", (answer) => resolve(answer as Answer)));
}

function micros({ user, system }: NodeJS.CpuUsage, count: number): string {
  return ((user + system) / count).toFixed(0);
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")}/s`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

if (import.meta.main) await benchWebhooks();
