import { type Db, sql, statement } from "@parley/database";
import { listOf, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { Group } from "../../delivery/claimed.ts";
import { webhookEndpointStates, webhookGoneEndpoints } from "../config/tables.ts";

const { apiKeyId, target, failingSinceMs } = webhookEndpointStates;
const key = { apiKeyId, target };

const markFailing = statement(
  "notifications.webhook_mark_failing",
  key,
  { target },
  sql`insert into ${webhookEndpointStates} as s (${apiKeyId}, ${target}, ${failingSinceMs}) values ($apiKeyId, $target, ${nowMs})
   on conflict (${apiKeyId}, ${target}) do update set ${failingSinceMs} = excluded.${failingSinceMs} where s.${failingSinceMs} is null
   returning ${target}`,
);

/** Marks an endpoint as failing; returns false if it was marked already. */
export async function markEndpointFailing(db: Db, { apiKeyId, target }: Group): Promise<boolean> {
  return (await db.row(markFailing, { apiKeyId, target })) !== undefined;
}

const forget = statement(
  "notifications.webhook_forget_failing",
  { apiKeyId, targets: listOf(types.text) },
  {},
  sql`update ${webhookEndpointStates} set ${failingSinceMs} = null
   where ${apiKeyId} = $apiKeyId and ${target} = any($targets::text[]) and ${failingSinceMs} is not null`,
);

/** Clears the failing marks of endpoints that have moved. */
export async function forgetFailing(db: Db, apiKeyId: string, targets: readonly string[]): Promise<void> {
  await db.run(forget, { apiKeyId, targets });
}

const state = { target, failingSinceMs, goneUrl: nullable(types.text), goneAtMs: nullable(types.bigint) };

/** The state of an endpoint. */
export type EndpointStateRow = ValuesOf<typeof state>;

const select = statement(
  "notifications.webhook_endpoint_states",
  { apiKeyId },
  state,
  sql`select coalesce(s.${target}, g.${webhookGoneEndpoints.target}) as target, s.${failingSinceMs}, g.${webhookGoneEndpoints.url} as gone_url,
     g.${webhookGoneEndpoints.goneAtMs}
   from (select * from ${webhookEndpointStates} where ${apiKeyId} = $apiKeyId) s
   full join (select * from ${webhookGoneEndpoints} where ${webhookGoneEndpoints.apiKeyId} = $apiKeyId) g
     on g.${webhookGoneEndpoints.target} = s.${target}`,
);

/** The states of an API key's endpoints, which are few. */
export function selectEndpointStates(db: Db, apiKeyId: string): Promise<EndpointStateRow[]> {
  return db.rows(select, { apiKeyId });
}
