import { type Db, statement } from "@parley/database";
import { narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import type { EmailType } from "../emails/email-settings.ts";
import { apiKeys, apiKeyTokens, emailConfigs, webhookConfigs } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

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
  `insert into api_keys (api_key_id, workspace_id, api_key_name, owner_email, key_type, plan_type, custom_plan_info, custom_plan_info_data, use_email_service)
   values ($apiKeyId, $workspaceId, $apiKeyName, $ownerEmail, $keyType, $planType, $customPlanInfo, $customPlanInfoData::json, $useEmailService)
   returning created_at_ms`,
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
  useWebhookService: webhookConfigs.useWebhookService,
  /** Null, like the columns that follow, when the key has no e-mail configuration. */
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

const columns = `api_keys.api_key_id, workspace_id, api_key_name, owner_email, key_type, plan_type, custom_plan_info, custom_plan_info_data,
     use_email_service, created_at_ms, disabled, use_webhook_service,
     email_type, sealed_api_key, from_email, from_company, comment_template_id, tag_template_id`;
const withConfigs = `join webhook_configs on webhook_configs.api_key_id = api_keys.api_key_id
   left join email_configs on email_configs.api_key_id = api_keys.api_key_id`;
const ownKeys = { crossTenant: "A workspace lists its own API keys: the statement names the workspace." };

// Scans api_keys_by_workspace. The condition on the key limits the joins too: each reads only the rows of these keys.
const selectPage = statement(
  "workspace.api_keys_of_workspace",
  { workspaceId: apiKeys.workspaceId, afterCreatedAtMs: types.bigint, afterApiKeyId: types.text, limit: types.bigint },
  apiKeyRow,
  `select ${columns}
   from api_keys
   ${withConfigs}
   where api_keys.workspace_id = $workspaceId and (api_keys.created_at_ms, api_keys.api_key_id) > ($afterCreatedAtMs, $afterApiKeyId)
   order by api_keys.created_at_ms, api_keys.api_key_id
   limit $limit`,
  ownKeys,
);

/** The API keys of a workspace after a position in the order of their creation. */
export function selectApiKeys(db: Db, page: Page): Promise<ApiKeyRow[]> {
  return db.rows(selectPage, page);
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
const searchedName = 'lower(left(api_key_name, 128)) collate "C"';
const search = statement(
  "workspace.api_keys_search",
  { workspaceId: apiKeys.workspaceId, search: types.text, afterName: types.text, afterApiKeyId: types.text, limit: types.bigint },
  foundRow,
  `with named as materialized (
     select api_key_id, ${searchedName} as searched_name from api_keys
     where workspace_id = $workspaceId and ${searchedName} < (lower($search) || chr(1114111)) collate "C"
       and (${searchedName}, api_key_id) > (greatest(lower($search) collate "C", $afterName), $afterApiKeyId)
     order by ${searchedName}, api_key_id limit $limit
   ), identified as materialized (
     select api_key_id, ${searchedName} as searched_name from api_keys
     where api_key_id = $search and workspace_id = $workspaceId and (${searchedName}, api_key_id) > ($afterName, $afterApiKeyId)
   ), found as materialized (
     select api_key_id, searched_name from named union select api_key_id, searched_name from identified
     order by searched_name, api_key_id limit $limit
   )
   select ${columns}, found.searched_name
   from found
   join api_keys on api_keys.api_key_id = found.api_key_id
   ${withConfigs}
   order by found.searched_name, found.api_key_id`,
  ownKeys,
);

/** The API keys of a workspace whose name begins so, ignoring case, and the one with this id: by name, after a position. */
export function searchApiKeys(db: Db, page: FoundPage): Promise<FoundRow[]> {
  return db.rows(search, page);
}

const rename = statement(
  "workspace.rename_api_key",
  { apiKeyName: apiKeys.apiKeyName, apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId },
  {},
  `update api_keys set api_key_name = $apiKeyName where api_key_id = $apiKeyId and workspace_id = $workspaceId`,
);

/** Returns whether the workspace has such a key. */
export async function renameApiKey(db: Db, workspaceId: string, apiKeyId: string, apiKeyName: string): Promise<boolean> {
  return (await db.run(rename, { workspaceId, apiKeyId, apiKeyName })) > 0;
}

const disable = statement(
  "workspace.set_api_key_disabled",
  { disabled: apiKeys.disabled, apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  `with changed as (
     update api_keys set disabled = $disabled where api_key_id = $apiKeyId and workspace_id = $workspaceId returning api_key_id
   ), ${enqueue("exists (select from changed)")}
   select api_key_id from changed`,
);

/** Returns whether the workspace has such a key. Publishes the change, so that caches of its credentials are invalidated. */
export async function setDisabled(db: Db, workspaceId: string, apiKeyId: string, disabled: boolean): Promise<boolean> {
  const told = credentialsChanged({ workspaceId, apiKeyId });
  return (await db.rows(disable, { workspaceId, apiKeyId, disabled, ...told })).length > 0;
}

// A key is usable only through these: tokens authenticate it, a webhook configuration publishes its events and lists it.
const dismantle = statement(
  "workspace.take_api_key_apart",
  { apiKeyId: apiKeyTokens.apiKeyId, workspaceId: apiKeys.workspaceId, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  `with gone as (
     update api_keys set workspace_id = '', disabled = true where api_key_id = $apiKeyId and workspace_id = $workspaceId returning api_key_id
   ), tokens as (
     delete from api_key_tokens where api_key_id = $apiKeyId and exists (select from gone)
   ), webhooks as (
     delete from webhook_configs where api_key_id = $apiKeyId and exists (select from gone)
   ), secrets as (
     delete from webhook_secrets where api_key_id = $apiKeyId and exists (select from gone)
   ), emails as (
     delete from email_configs where api_key_id = $apiKeyId and exists (select from gone)
   ), ${enqueue("exists (select from gone)")}
   select api_key_id from gone`,
);

/**
 * Deletes everything of a key but the row that reserves its id; returns whether the workspace had it. Publishes the change as for a revoked
 * token.
 */
export async function takeApart(tx: Db, workspaceId: string, apiKeyId: string): Promise<boolean> {
  return (await tx.row(dismantle, { workspaceId, apiKeyId, ...credentialsChanged({ workspaceId, apiKeyId }) })) !== undefined;
}
