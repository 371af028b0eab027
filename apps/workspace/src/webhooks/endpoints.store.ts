import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { KeyLimit } from "@parley/kernel";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, nowMs, outbox, webhookEndpoints } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import type { Payload } from "./endpoint-settings.ts";

const settings = {
  uid: nullable(types.text),
  url: webhookEndpoints.url,
  description: webhookEndpoints.description,
  filterTypes: listOf(types.text),
  channels: listOf(types.text),
  organizationIds: listOf(types.text),
  documentIds: listOf(types.text),
  payload: narrowed<Payload>(types.text),
  headerNames: listOf(types.text),
  sealed: webhookEndpoints.sealed,
  rateLimit: webhookEndpoints.rateLimit,
  disabled: webhookEndpoints.disabled,
  metadata: webhookEndpoints.metadata,
};

/** The stored settings of an endpoint. */
export type WrittenEndpoint = ValuesOf<typeof settings>;

const endpointRow = {
  endpointId: webhookEndpoints.endpointId,
  ...settings,
  revision: webhookEndpoints.revision,
  createdAtMs: webhookEndpoints.createdAtMs,
  updatedAtMs: webhookEndpoints.updatedAtMs,
};

export type EndpointRow = ValuesOf<typeof endpointRow>;

const columns = sql`${webhookEndpoints.uid}, ${webhookEndpoints.url}, ${webhookEndpoints.description}, ${webhookEndpoints.filterTypes},
${webhookEndpoints.channels}, ${webhookEndpoints.organizationIds}, ${webhookEndpoints.documentIds}, ${webhookEndpoints.payload},
${webhookEndpoints.headerNames}, ${webhookEndpoints.sealed}, ${webhookEndpoints.rateLimit}, ${webhookEndpoints.disabled},
${webhookEndpoints.metadata}`;
const whole = sql`${webhookEndpoints.endpointId}, ${columns}, ${webhookEndpoints.revision}, ${webhookEndpoints.createdAtMs},
${webhookEndpoints.updatedAtMs}`;
const publish = enqueue(outbox, sql`exists (select from changed)`);

const insert = statement(
  "workspace.insert_webhook_endpoint",
  { apiKeyId: webhookEndpoints.apiKeyId, endpointId: webhookEndpoints.endpointId, ...settings, ...eventParameters },
  endpointRow,
  sql`with changed as (
     insert into ${webhookEndpoints} (${webhookEndpoints.apiKeyId}, ${webhookEndpoints.endpointId}, ${columns})
     values ($apiKeyId, $endpointId, $uid, $url, $description, $filterTypes, $channels, $organizationIds, $documentIds, $payload,
       $headerNames, $sealed, $rateLimit, $disabled, $metadata)
     returning ${whole}
   ), ${publish}
   select ${whole} from changed`,
);

type Keyed = { readonly apiKeyId: string; readonly endpointId: string };

/** Adds an endpoint, and publishes the change. */
export function insertEndpoint(tx: Db, endpoint: WrittenEndpoint & Keyed): Promise<EndpointRow | undefined> {
  return tx.row(insert, { ...endpoint, ...credentialsChanged({ workspaceId: "", apiKeyId: endpoint.apiKeyId }) });
}

const update = statement(
  "workspace.update_webhook_endpoint",
  {
    apiKeyId: webhookEndpoints.apiKeyId,
    endpointId: webhookEndpoints.endpointId,
    revision: webhookEndpoints.revision,
    ...settings,
    ...eventParameters,
  },
  endpointRow,
  sql`with changed as (
     update ${webhookEndpoints} set ${webhookEndpoints.uid} = $uid, ${webhookEndpoints.url} = $url,
       ${webhookEndpoints.description} = $description, ${webhookEndpoints.filterTypes} = $filterTypes,
       ${webhookEndpoints.channels} = $channels, ${webhookEndpoints.organizationIds} = $organizationIds,
       ${webhookEndpoints.documentIds} = $documentIds, ${webhookEndpoints.payload} = $payload,
       ${webhookEndpoints.headerNames} = $headerNames, ${webhookEndpoints.sealed} = $sealed, ${webhookEndpoints.rateLimit} = $rateLimit,
       ${webhookEndpoints.disabled} = $disabled, ${webhookEndpoints.metadata} = $metadata, ${webhookEndpoints.updatedAtMs} = ${nowMs},
       ${webhookEndpoints.revision} = ${webhookEndpoints.revision} + 1
     where ${webhookEndpoints.apiKeyId} = $apiKeyId and ${webhookEndpoints.endpointId} = $endpointId
       and ${webhookEndpoints.revision} = $revision
     returning ${whole}
   ), ${publish}
   select ${whole} from changed`,
);

/**
 * Writes an endpoint, unless it has changed since that revision: then undefined. Publishes the change, and whether it moves the endpoint.
 */
export function updateEndpoint(
  db: Db,
  endpoint: WrittenEndpoint & Keyed & { readonly revision: number },
  isMoved: boolean,
): Promise<EndpointRow | undefined> {
  const { apiKeyId, endpointId } = endpoint;
  const movedEndpointIds = isMoved ? [endpointId] : [];
  return db.row(update, { ...endpoint, ...credentialsChanged({ workspaceId: "", apiKeyId, movedEndpointIds }) });
}

const remove = statement(
  "workspace.delete_webhook_endpoint",
  { apiKeyId: webhookEndpoints.apiKeyId, endpointId: webhookEndpoints.endpointId, ...eventParameters },
  { endpointId: webhookEndpoints.endpointId },
  sql`with changed as (
     delete from ${webhookEndpoints} where ${webhookEndpoints.apiKeyId} = $apiKeyId and ${webhookEndpoints.endpointId} = $endpointId
     returning ${webhookEndpoints.endpointId}
   ), ${publish}
   select ${webhookEndpoints.endpointId} from changed`,
);

/** Deletes an endpoint, and publishes the change. Returns whether it existed. */
export async function deleteEndpoint(db: Db, { apiKeyId, endpointId }: Keyed): Promise<boolean> {
  const told = credentialsChanged({ workspaceId: "", apiKeyId, movedEndpointIds: [endpointId] });
  return (await db.row(remove, { apiKeyId, endpointId, ...told })) !== undefined;
}

const ofKey = (more: Sql) => sql`select ${whole} from ${webhookEndpoints} where ${webhookEndpoints.apiKeyId} = $apiKeyId and ${more}`;

const find = statement(
  "workspace.webhook_endpoint",
  { apiKeyId: webhookEndpoints.apiKeyId, endpointId: types.text },
  endpointRow,
  sql`${ofKey(sql`(${webhookEndpoints.endpointId} = $endpointId or ${webhookEndpoints.uid} = $endpointId)`)}
   order by ${webhookEndpoints.endpointId} = $endpointId desc limit 1`,
);

/** The endpoint with this id or uid; an id takes precedence. */
export function selectEndpoint(db: Db, apiKeyId: string, endpointId: string): Promise<EndpointRow | undefined> {
  return db.row(find, { apiKeyId, endpointId });
}

const page = statement(
  "workspace.webhook_endpoints",
  {
    apiKeyId: webhookEndpoints.apiKeyId,
    endpointIds: listOf(types.text),
    afterMs: types.bigint,
    afterId: types.text,
    limit: types.bigint,
  },
  endpointRow,
  sql`${ofKey(sql`(cardinality($endpointIds::text[]) = 0 or ${webhookEndpoints.endpointId} = any($endpointIds::text[])
     or ${webhookEndpoints.uid} = any($endpointIds::text[]))
     and (${webhookEndpoints.createdAtMs}, ${webhookEndpoints.endpointId}) > ($afterMs, $afterId)`)}
   order by ${webhookEndpoints.createdAtMs}, ${webhookEndpoints.endpointId} limit $limit`,
);

interface Page {
  readonly apiKeyId: string;
  /** Ids or uids; empty for all. */
  readonly endpointIds: readonly string[];
  readonly afterMs: number;
  readonly afterId: string;
  readonly limit: number;
}

/** Endpoints of a key in the order of their creation. A key has few, so its part of the primary key is read whole. */
export function selectEndpoints(db: Db, wanted: Page): Promise<EndpointRow[]> {
  return db.rows(page, wanted);
}

const room = statement(
  "workspace.count_webhook_endpoints",
  { apiKeyId: apiKeys.apiKeyId },
  { count: types.bigint, own: apiKeys.webhookEndpoints, most: apiKeys.maxWebhookEndpoints },
  sql`select (select count(*) from ${webhookEndpoints} where ${webhookEndpoints.apiKeyId} = $apiKeyId) as count,
     ${apiKeys.webhookEndpoints} as own, ${apiKeys.maxWebhookEndpoints} as most
   from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId`,
);

/** The number of a key's endpoints, and the key's own limit of them; undefined without such a key. */
export async function countEndpoints(db: Db, apiKeyId: string): Promise<{ count: number; limit: KeyLimit } | undefined> {
  const found = await db.row(room, { apiKeyId });
  return found === undefined ? undefined : { count: found.count, limit: { own: found.own ?? 0, most: found.most ?? 0 } };
}

const usable = statement(
  "workspace.usable_webhook_endpoints",
  { apiKeyId: apiKeys.apiKeyId },
  endpointRow,
  ofKey(sql`not ${webhookEndpoints.disabled}`),
);

/** The endpoints of a key that can receive deliveries. */
export function selectUsableEndpoints(db: Db, apiKeyId: string): Promise<EndpointRow[]> {
  return db.rows(usable, { apiKeyId });
}

const filters = statement(
  "workspace.webhook_endpoint_filters",
  { apiKeyId: webhookEndpoints.apiKeyId },
  { filterTypes: listOf(types.text) },
  sql`select ${webhookEndpoints.filterTypes} from ${webhookEndpoints}
   where ${webhookEndpoints.apiKeyId} = $apiKeyId and not ${webhookEndpoints.disabled}`,
);

/** The event filters of a key's endpoints that are not disabled: a list for each. */
export async function selectEndpointFilters(db: Db, apiKeyId: string): Promise<(readonly string[])[]> {
  return (await db.rows(filters, { apiKeyId })).map(({ filterTypes }) => filterTypes);
}
