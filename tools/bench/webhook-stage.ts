import { setTimeout as delay } from "node:timers/promises";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { webhookTriggers } from "@parley/contracts/workspace";
import { event } from "@parley/messaging";
import { parsedEvent } from "../../apps/notifications/src/triggers/trigger-event.ts";
import { bodyOf } from "../../apps/notifications/src/webhooks/bodies/body-of.ts";
import { noNames } from "../../apps/notifications/src/webhooks/bodies/place-names.ts";
import { testEvent } from "../../apps/notifications/src/webhooks/testing/test-event.ts";
import { query } from "../installation/with-client.ts";
import type { CountingServer } from "./counting-server.ts";
import { atRate } from "./figures.ts";
import { apiKeys, type Doubles, givenSettings, startNotifications } from "./notifications-stage.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";

/** The secret that signs every delivery; the receiver knows it. */
export const secretBytes = Buffer.alloc(32, 5);
const documents = 2_000;
// The rate limit per endpoint is not measured.
const unlimited = { PARLEY_WEBHOOK_ENDPOINT_RATE: "100000" };

export interface Parley {
  /** The endpoints of API keys whose deliveries do not go to the receiver. */
  readonly urls: Map<string, string>;
  /** Commits an event for each API key. */
  publish(apiKeyIds: readonly string[]): Promise<void>;
  /** Waits until the outcome of every delivery is recorded. */
  recorded(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** The notifications service with doubles of its dependencies, and a sender of events. */
export async function startParley(url: string, receiverPort: number): Promise<Parley> {
  const urls = new Map<string, string>();
  const doubles = { ...places, workspace: workspaceDouble((apiKeyId) => urls.get(apiKeyId) ?? `http://127.0.0.1:${receiverPort}/hook`) };
  const { running, publish } = await startNotifications(url, doubles, { ...unlimited, ...givenSettings("PARLEY_WEBHOOK_") });
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
      await publish(events);
    },
    async recorded(url) {
      while ((await query(url, "select count(*)::int as count from notifications.webhook_queue")).count > 0) await delay(5);
    },
    stop: () => running.stop(),
  };
}

function workspaceDouble(urlOf: (apiKeyId: string) => string): Doubles["workspace"] {
  const triggers = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  return {
    getWebhookConfig: async ({ apiKeyId }) => ({
      useWebhookService: true,
      authToken: "the-token",
      signingSecrets: [{ secret: `whsec_${secretBytes.toString("base64")}`, createdAtMs: 1n }],
      webhookServiceConfig: { triggers, rawNotificationUrl: urlOf(apiKeyId) },
    }),
    getEmailConfig: async () => ({ useEmailService: false }),
    recordMinutes: async () => ({}),
    listOpenErasures: noErasures,
  };
}

const noErasures = async () => ({ commands: [], nextPageToken: "", nowMs: BigInt(Date.now()) });

const places: Pick<Doubles, "directory" | "users"> = {
  directory: {
    getOrganizations: async ({ organizationIds }) => ({
      organizations: organizationIds.map((organizationId) => ({ organizationId, organizationName: "Acme" })),
    }),
    getDocuments: async ({ documentIds }) => ({
      documents: documentIds.map((documentId) => ({ documentId, documentName: `Document ${documentId}` })),
    }),
    listOpenErasures: noErasures,
  },
  users: { listOpenErasures: noErasures },
};

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
  {
    parley,
    receiver,
    keys,
  }: { readonly parley: Parley; readonly receiver: CountingServer<ReceiverReport>; readonly keys: readonly string[] },
): Promise<ReceiverReport & { readonly perSecond: number }> {
  await receiver.report();
  const keyOf = (n: number) => keys[n % keys.length] as string;
  const { sent, perSecond: told } = await atRate(perSecond, seconds, (due) => parley.publish(due.map(keyOf)));
  const counted = Array.from({ length: sent }, (_, n) => keyOf(n)).filter((key) => !parley.urls.has(key));
  await receiver.until(counted.length);
  return { ...(await receiver.report()), perSecond: told };
}
