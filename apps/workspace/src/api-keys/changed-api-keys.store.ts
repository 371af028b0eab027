import { type Db, sql, statement } from "@parley/database";
import { parameter, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, outbox } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import { keyLimitColumns } from "../settings/key-limits.ts";

const changeable = { apiKeyName: apiKeys.apiKeyName, ...keyLimitColumns };

/** The properties that an update of an API key may change. */
export type ChangeableApiKey = ValuesOf<typeof changeable>;

const lock = statement(
  "workspace.api_key_for_update",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId },
  changeable,
  sql`select ${Object.values(changeable)} from ${apiKeys}
   where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId for no key update`,
);

/** Locks the key, so that callers change it one at a time; undefined when the workspace has no such key. */
export function selectApiKeyForUpdate(tx: Db, workspaceId: string, apiKeyId: string): Promise<ChangeableApiKey | undefined> {
  return tx.row(lock, { workspaceId, apiKeyId });
}

const change = statement(
  "workspace.change_api_key",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId, ...changeable, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  sql`with changed as (
     update ${apiKeys} set ${Object.entries(changeable).map(([name, column]) => sql`${column} = ${parameter(name)}`)}
     where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId returning ${apiKeys.apiKeyId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${apiKeys.apiKeyId} from changed`,
);

/** Publishes the change, so that gateways learn of new limits. */
export async function changeApiKey(tx: Db, workspaceId: string, apiKeyId: string, changed: ChangeableApiKey): Promise<void> {
  await tx.run(change, { ...changed, workspaceId, apiKeyId, ...credentialsChanged({ workspaceId, apiKeyId }) });
}
