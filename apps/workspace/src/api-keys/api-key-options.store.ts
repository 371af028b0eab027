import { type Db, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

const apiKeyOptionsRow = {
  advancedQueriesEnabled: apiKeys.advancedQueriesEnabled,
  activityLogImmutable: apiKeys.activityLogImmutable,
  linkTemplate: apiKeys.linkTemplate,
  notifyOfComments: apiKeys.notifyOfComments,
};

const optionColumns = "advanced_queries_enabled, activity_log_immutable, link_template, notify_of_comments";

type ApiKeyOptionsRow = ValuesOf<typeof apiKeyOptionsRow>;

const options = statement(
  "workspace.api_key_options",
  { apiKeyId: apiKeys.apiKeyId },
  { ...apiKeyOptionsRow, hasNotifiedOfComments: apiKeys.hasNotifiedOfComments },
  `select ${optionColumns}, has_notified_of_comments from api_keys where api_key_id = $apiKeyId`,
);

export function selectApiKeyOptions(db: Db, apiKeyId: string) {
  return db.row(options, { apiKeyId });
}

type OptionChanges = { readonly apiKeyId: string } & { readonly [Option in keyof ApiKeyOptionsRow]: ApiKeyOptionsRow[Option] | null };

const updateOptions = statement(
  "workspace.update_api_key_options",
  {
    advancedQueriesEnabled: nullable(types.boolean),
    activityLogImmutable: nullable(types.boolean),
    linkTemplate: nullable(types.text),
    notifyOfComments: nullable(types.boolean),
    apiKeyId: apiKeys.apiKeyId,
    ...eventParameters,
  },
  apiKeyOptionsRow,
  `with changed as (
     update api_keys
     set advanced_queries_enabled = coalesce($advancedQueriesEnabled, advanced_queries_enabled),
         activity_log_immutable = coalesce($activityLogImmutable, activity_log_immutable),
         link_template = coalesce($linkTemplate, link_template),
         notify_of_comments = coalesce($notifyOfComments, notify_of_comments),
         has_notified_of_comments = has_notified_of_comments or coalesce($notifyOfComments, false)
     where api_key_id = $apiKeyId
     returning ${optionColumns}
   ), ${enqueue("exists (select from changed)")}
   select ${optionColumns} from changed`,
);

/** Changes the options that are not null; returns all, or undefined when there is no such key. */
export function updateApiKeyOptions(db: Db, changes: OptionChanges): Promise<ApiKeyOptionsRow | undefined> {
  return db.row(updateOptions, { ...changes, ...credentialsChanged({ workspaceId: "", apiKeyId: changes.apiKeyId }) });
}
