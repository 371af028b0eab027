import type { Database, Db } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Group } from "../../delivery/held.ts";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import { endpointEventsOf, type LastRequest } from "./endpoint-events.ts";
import { markEndpointFailing } from "./endpoint-states.store.ts";
import { markEndpointGone } from "./webhook-endpoints.store.ts";
import { insertDeliveries } from "./webhook-new-deliveries.store.ts";

interface MarkContext {
  readonly database: Database;
  /** Called when there are events about endpoints to send. */
  readonly onEvents: () => void;
}

interface Marked {
  readonly config: DeliveryConfig;
  readonly endpoint: Group;
  readonly lastRequest: LastRequest;
}

/** Marks an endpoint as failing, and reports that once to the endpoints that list the event; a successful delivery clears the mark. */
export async function markFailing(context: MarkContext, marked: Marked): Promise<void> {
  if (!marked.config.endpoints.has(marked.endpoint.target)) return;
  await mark(context, "endpoint.failing", marked, (tx) => markEndpointFailing(tx, marked.endpoint));
}

/** Marks an endpoint as gone at this URL, and reports that once: its other deliveries are held when they are read. */
export async function markGone(context: MarkContext, url: string, marked: Marked): Promise<void> {
  failpoint("webhook.before-gone-mark");
  await mark(context, "endpoint.gone", marked, (tx) => markEndpointGone(tx, { ...marked.endpoint, url }));
  failpoint("webhook.after-gone-mark");
}

async function mark(
  { database, onEvents }: MarkContext,
  event: "endpoint.failing" | "endpoint.gone",
  { config, endpoint, lastRequest }: Marked,
  isNew: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const events = endpointEventsOf(config, event, endpoint, lastRequest);
  await database.transaction(async (tx) => {
    if (await isNew(tx)) await insertDeliveries(tx, events);
  });
  if (events.length > 0) onEvents();
}
