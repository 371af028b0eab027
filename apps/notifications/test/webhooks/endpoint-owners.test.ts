import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { bundledProgram, freshDatabase, querySql, testEnvironment, until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { patient, quick, type WebhookConfiguration } from "./configure.ts";
import { Endpoint } from "./endpoint.ts";
import { leaveTriggers } from "./trigger-sender.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

const program = await bundledProgram(join(import.meta.dirname, "failpoint-child.ts"));
const leaseMs = 3_000;
const short = { ...quick, ...patient, PARLEY_WEBHOOK_LEASE_MS: String(leaseMs) };
let endpoint: Endpoint;

beforeAll(async () => {
  endpoint = await Endpoint.start();
});

afterAll(() => endpoint?.stop());

const sequencesAt = (path: string) => endpoint.bodies(path).map(({ sequence }) => sequence);

/** A separate process that is sending the first of three deliveries of a document to a path, with the others in its memory. */
async function beginToSend(path: string) {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, received) => {
    if (received.path === path && sequencesAt(path).length === 1) await gate.promise;
    response.end();
  };
  const configurations: WebhookConfiguration[] = [["pk_owner", { rawNotificationUrl: endpoint.url(path) }]];
  const url = await freshDatabase();
  await leaveTriggers(
    url,
    [1, 2, 3].map(() => commentAdded("pk_owner")),
  );
  const child = spawn(process.execPath, [program, JSON.stringify(configurations)], {
    env: { ...process.env, ...testEnvironment(url, short) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await until(() => sequencesAt(path).length === 1, 60_000);
  await until(async () => (await querySql(url, "select from notifications.webhook_queue")).length === 3);
  return { child, url, configurations, open: gate.resolve };
}

async function startAnother(url: string, configurations: readonly WebhookConfiguration[]): Promise<WebhooksTestService> {
  const service = await startWebhooks({ ...short, PARLEY_DATABASE_URL: url }, configurations);
  onTestFinished(() => service.stop());
  return service;
}

/** The ids with which each sequence number of the document has arrived. */
const idsAt = (path: string) => {
  const sent = endpoint.received.filter((received) => received.path === path);
  return Map.groupBy(sent, ({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
};

function expectOneIdEach(path: string): void {
  for (const sent of idsAt(path).values()) {
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  }
}

async function killed(child: ChildProcess): Promise<number> {
  child.kill("SIGKILL");
  await until(() => child.exitCode !== null || child.signalCode !== null);
  return performance.now();
}

test("a delivery that a killed process was sending is sent again by another when the lease has expired, and the rest of the document after it", async () => {
  const { child, url, configurations } = await beginToSend("/killed");
  const killedAtMs = await killed(child);

  await startAnother(url, configurations);
  await until(() => sequencesAt("/killed").length === 4, 30_000);

  expect(sequencesAt("/killed")).toEqual([1, 1, 2, 3]);
  expectOneIdEach("/killed");
  // The last renewal was at most a third of a lease ago.
  expect((endpoint.received.filter(({ path }) => path === "/killed")[1]?.atMs ?? 0) - killedAtMs).toBeGreaterThan(leaseMs / 2);
}, 90_000);

test("a process that was suspended while another took over its endpoint sends none of its deliveries in memory", async () => {
  const { child, url, configurations, open } = await beginToSend("/frozen");
  const frozenAtMs = performance.now();
  child.kill("SIGSTOP");
  const another = await startAnother(url, configurations);
  await until(() => sequencesAt("/frozen").length === 4, 30_000);
  await until(() => performance.now() - frozenAtMs > leaseMs * 1.5, leaseMs * 2);

  // The response that it waits for is there when it resumes.
  open();
  await until(() => endpoint.received.filter(({ path }) => path === "/frozen").length === 4);
  child.kill("SIGCONT");
  const living = "select from notifications.delivery_processes where kind = 'webhook' and expires_at_ms > notifications.now_ms()";
  await until(async () => (await querySql(url, living)).length === 2);
  await another.send(commentAdded("pk_owner"), commentAdded("pk_owner"));
  const open2 = "select from notifications.webhook_deliveries where delivered_at_ms is null";
  await until(async () => sequencesAt("/frozen").length >= 6 && (await querySql(url, open2)).length === 0, 30_000);

  expect(sequencesAt("/frozen")).toEqual([1, 1, 2, 3, 4, 5]);
  expectOneIdEach("/frozen");
  expect(await querySql(url, "select from notifications.webhook_deliveries where attempts = 1")).toHaveLength(5);
  expect(await querySql(url, "select from notifications.webhook_attempts")).toEqual([]);
}, 90_000);

/** Fifty endpoints, each of which has had a delivery from the only process. */
async function startFifty(path: string, environment: Readonly<Record<string, string>> = patient) {
  const keys = Array.from({ length: 50 }, (_, n) => `pk_${n}`);
  const configurations: WebhookConfiguration[] = keys.map((key) => [key, { rawNotificationUrl: endpoint.url(`${path}/${key}`) }]);
  const own = await startWebhooks(environment, configurations);
  await own.send(...keys.map((key) => commentAdded(key)));
  await until(() => keys.every((key) => sequencesAt(`${path}/${key}`).length === 1), 30_000);
  const startOther = () => startWebhooks({ ...environment, PARLEY_DATABASE_URL: own.databaseUrl }, configurations);
  return { keys, own, startOther };
}

test("fifty endpoints are shared with a joining process within ten seconds; each delivery is sent once, and those of a document in order", async () => {
  endpoint.answer = (response) => void response.end();
  const { keys, own, startOther } = await startFifty("/shared");
  await using _own = own;
  await using other = await startOther();
  const owned = "select count(*)::int as count from notifications.delivery_groups where kind = 'webhook' group by owner order by count";
  let rounds = 1;

  const counts = await until(async () => {
    await other.send(...keys.map((key) => commentAdded(key)));
    rounds++;
    const rows = await querySql<{ count: number }>(own.databaseUrl, owned);
    return rows.length === 2 && rows.reduce((sum, { count }) => sum + count, 0) === keys.length && rows.map(({ count }) => count);
  }, 10_000);
  await until(() => keys.every((key) => sequencesAt(`/shared/${key}`).length >= rounds), 30_000);

  // By chance, a process owns fifteen or fewer of the fifty only once in three hundred times.
  expect(counts[0]).toBeGreaterThanOrEqual(12);
  const expected = Array.from({ length: rounds }, (_, index) => index + 1);
  for (const key of keys) expect(sequencesAt(`/shared/${key}`)).toEqual(expected);
}, 90_000);

test("a stopping process hands its endpoints over at once, while it still waits for a response from one of them", async () => {
  endpoint.answer = (response) => void response.end();
  const { keys, own, startOther } = await startFifty("/stopped");
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }) => {
    if (path === "/stopped/pk_0") await gate.promise;
    response.end();
  };
  await own.send(commentAdded("pk_0"));
  await until(() => sequencesAt("/stopped/pk_0").length === 2, 20_000);
  await using other = await startOther();
  const [, ...others] = keys;
  let hasStopped = false;

  const stopped = own.stop().then(() => {
    hasStopped = true;
  });
  const leaving = "select from notifications.delivery_processes where kind = 'webhook' and is_leaving";
  await until(async () => (await querySql(own.databaseUrl, leaving)).length === 1, 20_000);
  await other.send(...others.map((key) => commentAdded(key)));
  await until(() => others.every((key) => sequencesAt(`/stopped/${key}`).length === 2), 8_000);

  expect(hasStopped).toBe(false);
  gate.resolve();
  await stopped;
  await until(async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue")).length === 0, 20_000);
  for (const key of keys) expect(sequencesAt(`/stopped/${key}`)).toEqual([1, 2]);
}, 90_000);
