import { type Db, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, outbox } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import { retentionRow } from "./key-retentions.store.ts";

const apiKeyOptionsRow = {
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  activityLogImmutable: apiKeys.activityLogImmutable,
  linkTemplate: apiKeys.linkTemplate,
  notifyOfComments: apiKeys.notifyOfComments,
  searchEnabled: apiKeys.searchEnabled,
  defaultDocumentAccessType: apiKeys.defaultDocumentAccessType,
  ...retentionRow,
};

const optionColumns = Object.values(apiKeyOptionsRow);

export type ApiKeyOptionsRow = ValuesOf<typeof apiKeyOptionsRow>;

const options = statement(
  "workspace.api_key_options",
  { apiKeyId: apiKeys.apiKeyId },
  { ...apiKeyOptionsRow, hasNotifiedOfComments: apiKeys.hasNotifiedOfComments },
  sql`select ${optionColumns}, ${apiKeys.hasNotifiedOfComments} from ${apiKeys} where ${apiKeys.apiKeyId} = $apiKeyId`,
);

export function selectApiKeyOptions(db: Db, apiKeyId: string) {
  return db.row(options, { apiKeyId });
}

/** Null keeps an option; 0 removes a retention. */
type OptionChanges = { readonly apiKeyId: string } & { readonly [Option in keyof ApiKeyOptionsRow]: ApiKeyOptionsRow[Option] | null };

const updateOptions = statement(
  "workspace.update_api_key_options",
  {
    advancedQueriesEnabled: nullable(types.boolean),
    activityLogImmutable: nullable(types.boolean),
    linkTemplate: nullable(types.text),
    notifyOfComments: nullable(types.boolean),
    searchEnabled: nullable(types.boolean),
    defaultDocumentAccessType: nullable(types.text),
    ...retentionRow,
    apiKeyId: apiKeys.apiKeyId,
    ...eventParameters,
  },
  apiKeyOptionsRow,
  sql`with changed as (
     update ${apiKeys}
     set ${apiKeys.advancedQueriesEnabled} = coalesce($advancedQueriesEnabled, ${apiKeys.advancedQueriesEnabled}),
         ${apiKeys.activityLogImmutable} = coalesce($activityLogImmutable, ${apiKeys.activityLogImmutable}),
         ${apiKeys.linkTemplate} = coalesce($linkTemplate, ${apiKeys.linkTemplate}),
         ${apiKeys.notifyOfComments} = coalesce($notifyOfComments, ${apiKeys.notifyOfComments}),
         ${apiKeys.hasNotifiedOfComments} = ${apiKeys.hasNotifiedOfComments} or coalesce($notifyOfComments, false),
         ${apiKeys.searchEnabled} = coalesce($searchEnabled, ${apiKeys.searchEnabled}),
         ${apiKeys.defaultDocumentAccessType} = coalesce($defaultDocumentAccessType, ${apiKeys.defaultDocumentAccessType}),
         ${apiKeys.activitiesDays} = nullif(coalesce($activitiesDays, ${apiKeys.activitiesDays}), 0),
         ${apiKeys.notificationsDays} = nullif(coalesce($notificationsDays, ${apiKeys.notificationsDays}), 0),
         ${apiKeys.deliveriesDays} = nullif(coalesce($deliveriesDays, ${apiKeys.deliveriesDays}), 0),
         ${apiKeys.mailsDays} = nullif(coalesce($mailsDays, ${apiKeys.mailsDays}), 0)
     where ${apiKeys.apiKeyId} = $apiKeyId
     returning ${optionColumns}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${optionColumns} from changed`,
);

/** Changes the options that are not null (0 days removes a retention); returns all, or undefined when there is no such key. */
export function updateApiKeyOptions(db: Db, changes: OptionChanges): Promise<ApiKeyOptionsRow | undefined> {
  return db.row(updateOptions, { ...changes, ...credentialsChanged({ workspaceId: "", apiKeyId: changes.apiKeyId }) });
}

// Scans api_keys_with_search.
const select = statement(
  "workspace.search_keys",
  { afterApiKeyId: types.text, limit: types.bigint },
  { apiKeyId: apiKeys.apiKeyId },
  sql`select ${apiKeys.apiKeyId} from ${apiKeys} where ${apiKeys.searchEnabled} and ${apiKeys.apiKeyId} > $afterApiKeyId
   order by ${apiKeys.apiKeyId} limit $limit`,
  { crossTenant: "The activity service indexes the comments of the keys of all workspaces." },
);

/** The keys whose comments are indexed, after a position. */
export function selectSearchKeys(db: Db, afterApiKeyId: string, limit: number): Promise<{ apiKeyId: string }[]> {
  return db.rows(select, { afterApiKeyId, limit });
}
