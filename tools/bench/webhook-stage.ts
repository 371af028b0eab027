import { setTimeout as delay } from "node:timers/promises";
import type { ServiceImpl } from "@connectrpc/connect";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import { WorkspaceService, webhookTriggers } from "@parley/contracts/workspace";
import { type Database, databaseSettings, openDatabase } from "@parley/database";
import { event, messageStore, messagingSettings, messagingTables, useMessaging } from "@parley/messaging";
import { defineModule, type Module, port, runProcess } from "@parley/runtime";
import pg from "pg";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { rawDraft } from "../../apps/notifications/src/webhooks/bodies/drafts.ts";
import { testEvent } from "../../apps/notifications/src/webhooks/testing/test-event.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";
import type { Receiver } from "./webhook-receiver-process.ts";

/** With which every delivery is signed; the receiver knows it. */
export const secretBytes = Buffer.alloc(32, 5);
export const apiKeys = ["pk_0", "pk_1", "pk_2", "pk_3"];
const documents = 2_000;
const schema = "bench_sender";
const messages = messageStore(schema);

export interface Parley {
  /** Where deliveries of API keys go that do not go to the receiver. */
  readonly urls: Map<string, string>;
  /** Commits an event for each of the API keys. */
  publish(apiKeyIds: readonly string[]): Promise<void>;
  /** Waits until it is written what became of every delivery. */
  recorded(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** The notifications service between doubles, with a sender of events. */
export async function startParley(url: string, receiverPort: number): Promise<Parley> {
  const urls = new Map<string, string>();
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
  const running = await runProcess(
    [...doubles((apiKeyId) => urls.get(apiKeyId) ?? `http://127.0.0.1:${receiverPort}/hook`), notificationsModule, sender],
    {
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
    },
  );
  let published = 0;
  return {
    urls,
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
function doubles(urlOf: (apiKeyId: string) => string): Module[] {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  const workspace: Partial<ServiceImpl<typeof WorkspaceService>> = {
    getWebhookConfig: async ({ apiKeyId }) => ({
      useWebhookService: true,
      authToken: "the-token",
      signingSecrets: [{ secret: `whsec_${secretBytes.toString("base64")}`, createdAtMs: 1n }],
      webhookServiceConfig: { triggers, rawNotificationUrl: urlOf(apiKeyId) },
    }),
    // Notifications reports what waits.
    recordMinutes: async () => ({}),
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

/** A service that answers out of memory. */
export function double<Service extends typeof WorkspaceService | typeof OrganizationDirectoryService | typeof UsersService>(
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
    // Nothing is being removed: notifications asks at its start.
    mount: async (host) =>
      host.serve(service, { ...implementation, listOpenErasures: async () => ({ nowMs: BigInt(Date.now()) }) } as never),
  });
}

export function draftOf(webhookId: string, apiKeyId: string, documentId: string, nowMs: number): string {
  return rawDraft(webhookId, { ...testEvent(apiKeyId, "comment.add", nowMs), organizationId: "acme", documentId }, "page-1");
}

/** Deliveries that wait, as the consumer writes them, but many at a time. */
export async function fillBacklog(url: string, count: number, keys: readonly string[] = apiKeys): Promise<void> {
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

export async function query(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows[0];
  } finally {
    await client.end();
  }
}

/** Has events told at a fixed rate, one for each of the API keys at a time; returns what arrived of them. */
export async function tellAt(
  perSecond: number,
  seconds: number,
  { parley, receiver, keys }: { readonly parley: Parley; readonly receiver: Receiver; readonly keys: readonly string[] },
): Promise<ReceiverReport & { readonly perSecond: number }> {
  await receiver.report();
  const started = performance.now();
  let sent = 0;
  while (performance.now() - started < seconds * 1_000) {
    const due = Math.floor(((performance.now() - started) / 1_000) * perSecond) - sent;
    if (due > 0) await parley.publish(Array.from({ length: due }, (_, index) => keys[(sent + index) % keys.length] as string));
    sent += Math.max(0, due);
    await delay(10);
  }
  const tookMs = performance.now() - started;
  const counted = Array.from({ length: sent }, (_, index) => keys[index % keys.length] as string).filter((key) => !parley.urls.has(key));
  await receiver.until(counted.length);
  return { ...(await receiver.report()), perSecond: sent / (tookMs / 1_000) };
}

/** A share of sorted values: 0.95 for the p95. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")}/s`;
}
