import type { Db } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Group } from "../../delivery/claimed.ts";
import { lastKnownEndpoints } from "../config/delivery-configs.ts";
import { type About, endpointEventsOf, type LastRequest } from "./endpoint-events.ts";
import { markEndpointFailing } from "./endpoint-states.store.ts";
import { markEndpointGone } from "./webhook-endpoints.store.ts";
import { insertDeliveries, type NewDelivery } from "./webhook-new-deliveries.store.ts";
import type { WebhookQueueContext } from "./webhook-queue-context.ts";

/**
 * Marks an endpoint as failing, and reports that once to the endpoints that list the event; a successful delivery clears the mark. While the
 * configuration is unknown nothing is sent to the endpoint, and it is marked when it fails again.
 */
export async function markFailing(context: WebhookQueueContext, group: Group, lastRequest: LastRequest): Promise<void> {
  const known = await context.configs.of(group.apiKeyId);
  const endpoint = lastKnownEndpoints(known).get(group.target);
  if (endpoint === undefined) return;
  const events = endpointEventsOf(known, "endpoint.failing", { apiKeyId: group.apiKeyId, ...endpoint }, lastRequest);
  await mark(context, events, (tx) => markEndpointFailing(tx, group));
}

/** Marks an endpoint as gone at its URL, and reports that once: its other deliveries are held when they are read. */
export async function markGone(
  context: WebhookQueueContext,
  endpoint: About & { readonly url: string },
  lastRequest: LastRequest,
): Promise<void> {
  const { apiKeyId, endpointId: target, url } = endpoint;
  const events = endpointEventsOf(await context.configs.of(apiKeyId), "endpoint.gone", endpoint, lastRequest);
  failpoint("webhook.before-gone-mark");
  await mark(context, events, (tx) => markEndpointGone(tx, { apiKeyId, target, url }));
  failpoint("webhook.after-gone-mark");
}

async function mark(
  { database, onDeliveries }: WebhookQueueContext,
  events: readonly NewDelivery[],
  isNew: (tx: Db) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (await isNew(tx)) await insertDeliveries(tx, events, onDeliveries);
  });
}
