import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Failpoint, failpoints } from "@parley/messaging";
import { bundledProgram, freshDatabase, querySql, testEnvironment, until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { patient, quick, type WebhookConfiguration } from "./configure.ts";
import { Endpoint } from "./endpoint.ts";
import { leaveTriggers } from "./trigger-sender.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

const own = failpoints.filter((point) => point.startsWith("webhook."));
const program = await bundledProgram(join(import.meta.dirname, "failpoint-child.ts"));
const settings = { ...quick, ...patient };
const perDocument = 3;
const documents = ["a", "b"];

let living: Endpoint;
let gone: Endpoint;
/** The database of each run, by the path of its endpoints. */
const databases = new Map<string, string>();

beforeAll(async () => {
  living = await Endpoint.start();
  gone = await Endpoint.start();
  living.answer = (response, { headers }) => {
    // Refuses each delivery once.
    const times = living.received.filter((received) => received.headers["webhook-id"] === headers["webhook-id"]).length;
    response.writeHead(times === 1 ? 500 : 200).end();
  };
  gone.answer = async (response, { path }) => {
    await restWaits(databases.get(path) ?? "");
    response.writeHead(410).end();
  };
});

/**
 * An endpoint that is gone responds so once all its other deliveries wait, so that there are some to hold. It does not wait for a process
 * that is killed meanwhile.
 */
async function restWaits(url: string): Promise<void> {
  const unpublished = "select from trigger_sender.outbox";
  await until(async () => (await querySql(url, unpublished)).length === 0, 5_000).catch(() => undefined);
}

afterAll(async () => {
  await living?.stop();
  await gone?.stop();
});

/** Events for an endpoint that accepts them at the second attempt, and for one that is gone; both at this path. */
async function arrange(path: string): Promise<string> {
  const url = await freshDatabase();
  databases.set(path, url);
  const events = ["pk_living", "pk_gone"].flatMap((apiKeyId) =>
    documents.flatMap((documentId) => Array.from({ length: perDocument }, () => commentAdded(apiKeyId, { documentId }))),
  );
  await leaveTriggers(url, events);
  return url;
}

function configurations(path: string): WebhookConfiguration[] {
  return [
    ["pk_living", { rawNotificationUrl: living.url(`${path}/raw`), processedNotificationUrl: living.url(`${path}/processed`) }],
    ["pk_gone", { rawNotificationUrl: gone.url(path) }],
  ];
}

async function killAt(point: Failpoint, url: string, path: string, { onTestFinished }: TestContext): Promise<NodeJS.Signals> {
  const child = spawn(process.execPath, [program, JSON.stringify(configurations(path))], {
    env: { ...process.env, ...testEnvironment(url, settings), PARLEY_FAILPOINT: point },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [, signal] = await once(child, "exit");
  return signal;
}

/** Runs until nothing waits; returns the outcome of every delivery, and the requests that the endpoint got. */
async function finish(url: string, path: string) {
  await using _service = await startWebhooks({ ...settings, PARLEY_DATABASE_URL: url }, configurations(path));
  const waiting = "select from notifications.webhook_queue union all select from trigger_sender.outbox";
  const made = "select webhook_id from notifications.webhook_deliveries";
  await until(async () => {
    const left = await querySql(url, waiting);
    const all = await querySql(url, made);
    return left.length === 0 && all.length === documents.length * perDocument * 3;
  }, 120_000);
  const deliveries = await querySql<{ webhookId: string; what: string }>(
    url,
    `select webhook_id as "webhookId", concat_ws(' ', api_key_id, target, document_id, sequence, problem, delivered_at_ms is not null) as what
     from notifications.webhook_deliveries order by what`,
  );
  const marks = await querySql<{ url: string }>(url, "select url from notifications.webhook_gone_endpoints");
  const sent = living.received.filter((received) => received.path.startsWith(`${path}/`));
  const bodies = Map.groupBy(sent, ({ headers }) => headers["webhook-id"] ?? "");
  const ofLiving = deliveries.filter(({ what }) => what.startsWith("pk_living")).map(({ webhookId }) => webhookId);
  return {
    deliveries: deliveries.map(({ what }) => what),
    gone: marks.map((mark) => mark.url === gone.url(path)),
    // An id without a delivery, or a missing one, would show.
    ids: bodies.size === ofLiving.length && ofLiving.every((id) => bodies.has(id)),
    bodiesPerId: Math.max(...[...bodies.values()].map((attempts) => new Set(attempts.map(({ body }) => body)).size)),
  };
}

const undisturbedEnd = {
  deliveries: [
    ...documents.flatMap((document) => Array.from({ length: perDocument }, (_, n) => `pk_gone raw ${document} ${n + 1} held f`)),
    ...["processed", "raw"].flatMap((target) =>
      documents.flatMap((document) => Array.from({ length: perDocument }, (_, n) => `pk_living ${target} ${document} ${n + 1} t`)),
    ),
  ],
  gone: [true],
  ids: true,
  bodiesPerId: 1,
};

// The runs are concurrent, because they mostly wait. Each run takes longer that way.
describe.concurrent("the delivery of webhooks", { timeout: 240_000 }, () => {
  test("by a process that is not killed has the expected result", async () => {
    expect(await finish(await arrange("/undisturbed"), "/undisturbed")).toEqual(undisturbedEnd);
  });

  test.for(own)("by a process killed at %s is completed by another with the same result", async (point, context) => {
    const path = `/${point}`;
    const url = await arrange(path);

    const signal = await killAt(point, url, path, context);
    // As if the lease of the killed process had expired.
    await querySql(url, "update notifications.delivery_processes set expires_at_ms = 0");
    const end = await finish(url, path);

    expect(signal).toBe("SIGKILL");
    expect(end).toEqual(undisturbedEnd);
  });
});
