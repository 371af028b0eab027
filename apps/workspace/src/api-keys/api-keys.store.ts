import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import type { EmailType } from "../emails/email-settings.ts";
import { apiKeys, apiKeyTokens, emailConfigs, outbox, webhookConfigs, webhookEndpoints, webhookSecrets } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import { keyLimitColumns } from "../settings/key-limits.ts";

export interface NewApiKeyRow {
  readonly apiKeyId: string;
  readonly workspaceId: string;
  readonly apiKeyName: string;
  readonly ownerEmail: string;
  readonly keyType: "testing" | "production";
  readonly planType: string | null;
  readonly customPlanInfo: boolean;
  /** Text of a JSON object. */
  readonly customPlanInfoData: string | null;
  readonly useEmailService: boolean;
}

const insert = statement(
  "workspace.insert_api_key",
  {
    apiKeyId: apiKeys.apiKeyId,
    workspaceId: apiKeys.workspaceId,
    apiKeyName: apiKeys.apiKeyName,
    ownerEmail: apiKeys.ownerEmail,
    keyType: narrowed<"testing" | "production">(types.text),
    planType: apiKeys.planType,
    customPlanInfo: apiKeys.customPlanInfo,
    customPlanInfoData: apiKeys.customPlanInfoData,
    useEmailService: apiKeys.useEmailService,
  },
  { createdAtMs: apiKeys.createdAtMs },
  sql`insert into ${apiKeys} (${apiKeys.apiKeyId}, ${apiKeys.workspaceId}, ${apiKeys.apiKeyName}, ${apiKeys.ownerEmail},
    ${apiKeys.keyType}, ${apiKeys.planType}, ${apiKeys.customPlanInfo}, ${apiKeys.customPlanInfoData}, ${apiKeys.useEmailService})
   values ($apiKeyId, $workspaceId, $apiKeyName, $ownerEmail, $keyType, $planType, $customPlanInfo, $customPlanInfoData::json,
     $useEmailService)
   returning ${apiKeys.createdAtMs}`,
);

/** Returns when the key was created. */
export async function insertApiKey(db: Db, apiKey: NewApiKeyRow): Promise<number> {
  return (await db.row(insert, apiKey))?.createdAtMs ?? 0;
}

const apiKeyRow = {
  apiKeyId: apiKeys.apiKeyId,
  workspaceId: apiKeys.workspaceId,
  apiKeyName: apiKeys.apiKeyName,
  ownerEmail: apiKeys.ownerEmail,
  keyType: narrowed<"testing" | "production">(types.text),
  planType: apiKeys.planType,
  customPlanInfo: apiKeys.customPlanInfo,
  /** Text of a JSON object. */
  customPlanInfoData: apiKeys.customPlanInfoData,
  useEmailService: apiKeys.useEmailService,
  createdAtMs: apiKeys.createdAtMs,
  disabled: apiKeys.disabled,
  ...keyLimitColumns,
  useWebhookService: webhookConfigs.useWebhookService,
  /** Null, like the following columns, when the key has no e-mail configuration. */
  emailType: nullable(narrowed<EmailType>(types.text)),
  sealedApiKey: emailConfigs.sealedApiKey,
  fromEmail: nullable(emailConfigs.fromEmail),
  fromCompany: nullable(emailConfigs.fromCompany),
  commentTemplateId: nullable(emailConfigs.commentTemplateId),
  tagTemplateId: nullable(emailConfigs.tagTemplateId),
};

/** An API key in a list, with the configuration given at its creation. */
export type ApiKeyRow = ValuesOf<typeof apiKeyRow>;

interface Page {
  readonly workspaceId: string;
  readonly afterCreatedAtMs: number;
  readonly afterApiKeyId: string;
  readonly limit: number;
}

const columns = sql`${apiKeys}.${apiKeys.apiKeyId}, ${apiKeys.workspaceId}, ${apiKeys.apiKeyName}, ${apiKeys.ownerEmail},
${apiKeys.keyType}, ${apiKeys.planType}, ${apiKeys.customPlanInfo}, ${apiKeys.customPlanInfoData},
     ${apiKeys.useEmailService}, ${apiKeys.createdAtMs}, ${apiKeys.disabled}, ${Object.values(keyLimitColumns)},
     ${webhookConfigs.useWebhookService},
     ${emailConfigs.emailType}, ${emailConfigs.sealedApiKey}, ${emailConfigs.fromEmail}, ${emailConfigs.fromCompany},
     ${emailConfigs.commentTemplateId}, ${emailConfigs.tagTemplateId}`;
const withConfigs = sql`join ${webhookConfigs} on ${webhookConfigs}.${webhookConfigs.apiKeyId} = ${apiKeys}.${apiKeys.apiKeyId}
   left join ${emailConfigs} on ${emailConfigs}.${emailConfigs.apiKeyId} = ${apiKeys}.${apiKeys.apiKeyId}`;
const ownKeys = { crossTenant: "A workspace lists its own API keys: the statement names the workspace." };

// Scans api_keys_by_workspace. The condition on the key limits the joins too: each reads only the rows of these keys.
const selectPage = statement(
  "workspace.api_keys_of_workspace",
  { workspaceId: apiKeys.workspaceId, afterCreatedAtMs: types.bigint, afterApiKeyId: types.text, limit: types.bigint },
  apiKeyRow,
  sql`select ${columns}
   from ${apiKeys}
   ${withConfigs}
   where ${apiKeys}.${apiKeys.workspaceId} = $workspaceId and (${apiKeys}.${apiKeys.createdAtMs}, ${apiKeys}.${apiKeys.apiKeyId}) >
     ($afterCreatedAtMs, $afterApiKeyId)
   order by ${apiKeys}.${apiKeys.createdAtMs}, ${apiKeys}.${apiKeys.apiKeyId}
   limit $limit`,
  ownKeys,
);

/** The API keys of a workspace after a position in the order of their creation. */
export function selectApiKeys(db: Db, page: Page): Promise<ApiKeyRow[]> {
  return db.rows(selectPage, page);
}

// By the primary key: a page reads no more keys than are named.
const selectNamed = statement(
  "workspace.api_keys_named",
  {
    workspaceId: apiKeys.workspaceId,
    apiKeyIds: listOf(types.text),
    afterCreatedAtMs: types.bigint,
    afterApiKeyId: types.text,
    limit: types.bigint,
  },
  apiKeyRow,
  sql`with named as materialized (
     select ${apiKeys.apiKeyId} from ${apiKeys}
     where ${apiKeys.apiKeyId} = any($apiKeyIds) and ${apiKeys.workspaceId} = $workspaceId
       and (${apiKeys.createdAtMs}, ${apiKeys.apiKeyId}) > ($afterCreatedAtMs, $afterApiKeyId)
     order by ${apiKeys.createdAtMs}, ${apiKeys.apiKeyId} limit $limit
   )
   select ${columns}
   from named
   join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = named.${apiKeys.apiKeyId}
   ${withConfigs}
   order by ${apiKeys}.${apiKeys.createdAtMs}, ${apiKeys}.${apiKeys.apiKeyId}`,
  ownKeys,
);

/** Those of a workspace that have one of these ids, after a position in the order of their creation. */
export function selectNamedApiKeys(db: Db, page: Page & { readonly apiKeyIds: readonly string[] }): Promise<ApiKeyRow[]> {
  return db.rows(selectNamed, page);
}

interface FoundPage {
  readonly workspaceId: string;
  readonly search: string;
  readonly afterName: string;
  readonly afterApiKeyId: string;
  readonly limit: number;
}

const foundRow = { ...apiKeyRow, searchedName: types.text };

type FoundRow = ValuesOf<typeof foundRow>;

// The expression of the index api_keys_by_name, and the one key whose id equals the search text.
const searchedName = sql`lower(left(${apiKeys.apiKeyName}, 128)) collate "C"`;
const search = statement(
  "workspace.api_keys_search",
  { workspaceId: apiKeys.workspaceId, search: types.text, afterName: types.text, afterApiKeyId: types.text, limit: types.bigint },
  foundRow,
  sql`with named as materialized (
     select ${apiKeys.apiKeyId}, ${searchedName} as searched_name from ${apiKeys}
     where ${apiKeys.workspaceId} = $workspaceId and ${searchedName} < (lower($search) || chr(1114111)) collate "C"
       and (${searchedName}, ${apiKeys.apiKeyId}) > (greatest(lower($search) collate "C", $afterName), $afterApiKeyId)
     order by ${searchedName}, ${apiKeys.apiKeyId} limit $limit
   ), identified as materialized (
     select ${apiKeys.apiKeyId}, ${searchedName} as searched_name from ${apiKeys}
     where ${apiKeys.apiKeyId} = $search and ${apiKeys.workspaceId} = $workspaceId
       and (${searchedName}, ${apiKeys.apiKeyId}) > ($afterName, $afterApiKeyId)
   ), found as materialized (
     select ${apiKeys.apiKeyId}, searched_name from named union select ${apiKeys.apiKeyId}, searched_name from identified
     order by searched_name, ${apiKeys.apiKeyId} limit $limit
   )
   select ${columns}, found.searched_name
   from found
   join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = found.${apiKeys.apiKeyId}
   ${withConfigs}
   order by found.searched_name, found.${apiKeys.apiKeyId}`,
  ownKeys,
);

/** The API keys of a workspace whose name begins with the text, ignoring case, and the one with this id: by name, after a position. */
export function searchApiKeys(db: Db, page: FoundPage): Promise<FoundRow[]> {
  return db.rows(search, page);
}

const disable = statement(
  "workspace.set_api_key_disabled",
  { disabled: apiKeys.disabled, apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  sql`with changed as (
     update ${apiKeys} set ${apiKeys.disabled} = $disabled where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId
     returning ${apiKeys.apiKeyId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${apiKeys.apiKeyId} from changed`,
);

/** Returns whether the workspace has such a key. Publishes the change, so that caches of its credentials are invalidated. */
export async function setDisabled(db: Db, workspaceId: string, apiKeyId: string, disabled: boolean): Promise<boolean> {
  const told = credentialsChanged({ workspaceId, apiKeyId });
  return (await db.rows(disable, { workspaceId, apiKeyId, disabled, ...told })).length > 0;
}

// A key is usable only through these rows: tokens authenticate it, and a webhook configuration publishes its events and lists it.
const dismantle = statement(
  "workspace.take_api_key_apart",
  { apiKeyId: apiKeyTokens.apiKeyId, workspaceId: apiKeys.workspaceId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  sql`with gone as (
     update ${apiKeys} set ${apiKeys.workspaceId} = '', ${apiKeys.disabled} = true, ${apiKeys.activitiesDays} = null,
       ${apiKeys.notificationsDays} = null, ${apiKeys.deliveriesDays} = null, ${apiKeys.mailsDays} = null, ${apiKeys.searchEnabled} = false
     where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId returning ${apiKeys.apiKeyId}
   ), tokens as (
     delete from ${apiKeyTokens} where ${apiKeyTokens.apiKeyId} = $apiKeyId and exists (select from gone)
   ), webhooks as (
     delete from ${webhookConfigs} where ${webhookConfigs.apiKeyId} = $apiKeyId and exists (select from gone)
   ), secrets as (
     delete from ${webhookSecrets} where ${webhookSecrets.apiKeyId} = $apiKeyId and exists (select from gone)
   ), endpoints as (
     delete from ${webhookEndpoints} where ${webhookEndpoints.apiKeyId} = $apiKeyId and exists (select from gone)
   ), emails as (
     delete from ${emailConfigs} where ${emailConfigs.apiKeyId} = $apiKeyId and exists (select from gone)
   ), ${enqueue(outbox, sql`exists (select from gone)`)}
   select ${apiKeys.apiKeyId} from gone`,
);

/**
 * Deletes everything of a key except the row that reserves its id; returns whether the workspace had it. Publishes the change as for a
 * revoked token.
 */
export async function takeApart(tx: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await tx.row(dismantle, { workspaceId, apiKeyId, ...credentialsChanged({ workspaceId, apiKeyId }) })) !== undefined;
}

// Reads at most this many entries of api_keys_by_workspace.
const countUpTo = statement(
  "workspace.has_api_keys",
  { workspaceId: apiKeys.workspaceId, most: types.bigint },
  { has: types.boolean },
  sql`select count(*) >= $most as has from (
     select from ${apiKeys} where ${apiKeys.workspaceId} = $workspaceId order by ${apiKeys.createdAtMs}, ${apiKeys.apiKeyId}
     limit $most) as counted`,
  { crossTenant: "A workspace counts its own API keys: the statement names the workspace." },
);

/** Whether a workspace has this many API keys, or more. */
export async function hasApiKeys(db: Db, workspaceId: string, most: number): Promise<boolean> {
  return (await db.row(countUpTo, { workspaceId, most }))?.has ?? false;
}
