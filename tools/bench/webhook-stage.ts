import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DescService } from "@bufbuild/protobuf";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { UsersService } from "@parley/contracts/users";
import { AuditService, ConfigsService, SecretsService, UsageService, WorkspaceService, webhookTriggers } from "@parley/contracts/workspace";
import { type Database, databaseSettings, openDatabase } from "@parley/database";
import { event, messageStore, messagingSettings, messagingTables, useMessaging } from "@parley/messaging";
import { defineModule, type Module, port, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../apps/notifications/src/module.ts";
import { parsedEvent } from "../../apps/notifications/src/triggers/trigger-event.ts";
import { bodyOf } from "../../apps/notifications/src/webhooks/bodies/body-of.ts";
import { noNames } from "../../apps/notifications/src/webhooks/bodies/place-names.ts";
import { testEvent } from "../../apps/notifications/src/webhooks/testing/test-event.ts";
import { Aside } from "../installation/aside.ts";
import { environmentOver, variablesOf } from "../installation/environment.ts";
import { query } from "../installation/with-client.ts";
import { atRate } from "./figures.ts";
import type { Counts, ReceiverReport } from "./webhook-receiver.ts";

/** API keys with measured deliveries. */
export const apiKeys = ["pk_0", "pk_1", "pk_2", "pk_3"];
/** The secret that signs every delivery; the receiver knows it. */
export const secretBytes = Buffer.alloc(32, 5);
const documents = 2_000;
const schema = "bench_sender";
const messages = messageStore(schema);

/** A customer's server in its own process. */
export class Receiver implements AsyncDisposable {
  readonly #aside: Aside;

  private constructor(aside: Aside) {
    this.#aside = aside;
  }

  static async start(): Promise<Receiver> {
    return new Receiver(await Aside.start(join(import.meta.dirname, "webhook-receiver.ts")));
  }

  get port(): number {
    return this.#aside.said;
  }

  /** What arrived since the last report. */
  report(): Promise<ReceiverReport> {
    return this.#aside.ask("report");
  }

  /** Waits until so many different deliveries have arrived since the last report. */
  async until(count: number, timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const { ids } = await this.#aside.ask<Counts>("count");
      if (ids >= count) return;
      if (performance.now() > deadline) throw new Error(`Only ${ids} of ${count} arrived.`);
      await delay(5);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#aside[Symbol.asyncDispose]();
  }
}

export interface Parley {
  /** The endpoints of API keys whose deliveries do not go to the receiver. */
  readonly urls: Map<string, string>;
  /** Commits an event for each API key. */
  publish(apiKeyIds: readonly string[]): Promise<void>;
  /** Waits until the outcome of every delivery is recorded. */
  recorded(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** The notifications service in this process, with doubles of its dependencies, and a sender of events. */
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
  const apps = ["workspace", "organization-directory", "users", "notifications"];
  const running = await runProcess(
    [...doubles((key) => urls.get(key) ?? `http://127.0.0.1:${receiverPort}/hook`), notificationsModule, sender],
    {
      ...environmentOver(url),
      PARLEY_EGRESS_ALLOW: "127.0.0.1",
      // The rate limit per endpoint is not measured.
      PARLEY_WEBHOOK_ENDPOINT_RATE: "100000",
      ...Object.fromEntries(apps.map((app) => [`${variablesOf(app)}_PORT`, "0"])),
      // Settings of this process, for a run with others.
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
        const subjects = ["organization:acme", `document:${documentId}`];
        return event(webhookTriggersTopic, { apiKeyId, key: `acme/${documentId}`, subjects, message });
      });
      await messages.publish(database as Database, events);
    },
    async recorded(url) {
      while ((await query(url, "select count(*)::int as count from notifications.webhook_queue")).count > 0) await delay(5);
    },
    stop: () => running.stop(),
  };
}

/** Answers to notifications' calls, from memory. Calls without an answer here are not made. */
function doubles(urlOf: (apiKeyId: string) => string): Module[] {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  const signingSecrets = [{ secret: `whsec_${secretBytes.toString("base64")}`, createdAtMs: 1n }];
  return [
    double("workspace", [WorkspaceService, ConfigsService, SecretsService, AuditService, UsageService], {
      recordMinutes: async () => ({}),
      recordUsage: async () => ({}),
      listKeyRetentions: async () => ({ retentions: [], nextPageToken: "" }),
      getEmailConfig: async () => ({ useEmailService: false }),
      getWebhookConfig: async ({ apiKeyId }: { apiKeyId: string }) => ({
        useWebhookService: true,
        authToken: "the-token",
        signingSecrets,
        webhookServiceConfig: { triggers, rawNotificationUrl: urlOf(apiKeyId) },
      }),
    }),
    double("organization-directory", [OrganizationDirectoryService], {
      getOrganizations: async ({ organizationIds }: { organizationIds: string[] }) => ({
        organizations: organizationIds.map((organizationId) => ({ organizationId, organizationName: "Acme" })),
      }),
      getDocuments: async ({ documentIds }: { documentIds: string[] }) => ({
        documents: documentIds.map((documentId) => ({ documentId, documentName: `Document ${documentId}` })),
      }),
    }),
    double("users", [UsersService], {}),
  ];
}

function double(name: string, services: readonly DescService[], answers: object): Module {
  return defineModule({
    name,
    config: {},
    serves: { services, port: port(`${variablesOf(name)}_PORT`, { description: "", default: 0 }) },
    uses: [],
    mount: async (host) => {
      // No erasure is running; notifications asks at its start.
      const listOpenErasures = async () => ({ commands: [], nextPageToken: "", nowMs: BigInt(Date.now()) });
      for (const service of services) host.serve(service, { ...answers, listOpenErasures } as never);
    },
  });
}

/** The body of a delivery. */
export function sentBody(): Buffer {
  const event = parsedEvent(testEvent("pk_0", "comment.add", Date.now()));
  const open = bodyOf({ payload: "raw", webhookId: "bare", sequence: 1 }, event);
  return Buffer.from(JSON.stringify(open.complete(noNames, () => ({ inbox: true, email: true }))));
}

/** Inserts waiting deliveries as the consumer writes them, in bulk. */
export async function fillBacklog(url: string, count: number, keys: readonly string[] = apiKeys): Promise<void> {
  const body = sentBody().toString();
  await query(
    url,
    `with made as (
       insert into notifications.webhook_deliveries
         (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects)
       select ($3::text[])[1 + n % cardinality($3::text[])], 'evt_' || gen_random_uuid() || '_raw', 'raw', 'comment.add', 'acme', 'd' || n % ${documents}, 'a', n, array['organization:acme']
       from generate_series(1, $1::int) n
       returning api_key_id, delivery_id, created_at_ms, webhook_id, document_id
     ), carried as (
       insert into notifications.webhook_payloads (api_key_id, delivery_id, body)
       select api_key_id, delivery_id, $2::text from made
     )
     insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked, state, due_at_ms)
     select api_key_id, 'raw', hashtextextended(document_id, 0), delivery_id, created_at_ms, octet_length($2::text), false, 'ready', 0 from made`,
    [count, body, keys],
  );
  // Autovacuum would have done this in production. Without statistics Postgres plans differently.
  await query(url, "vacuum analyze");
}

/** Publishes events at a fixed rate, one per API key at a time; returns their arrivals. */
export async function tellAt(
  perSecond: number,
  seconds: number,
  { parley, receiver, keys }: { readonly parley: Parley; readonly receiver: Receiver; readonly keys: readonly string[] },
): Promise<ReceiverReport & { readonly perSecond: number }> {
  await receiver.report();
  const keyOf = (n: number) => keys[n % keys.length] as string;
  const { sent, perSecond: told } = await atRate(perSecond, seconds, (due) => parley.publish(due.map(keyOf)));
  const counted = Array.from({ length: sent }, (_, n) => keyOf(n)).filter((key) => !parley.urls.has(key));
  await receiver.until(counted.length);
  return { ...(await receiver.report()), perSecond: told };
}
