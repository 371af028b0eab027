import { type Db, sql, statement } from "@parley/database";
import type { ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, outbox } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

const changeable = {
  apiKeyName: apiKeys.apiKeyName,
  requestsPerSecond: apiKeys.requestsPerSecond,
  maxRequestsPerSecond: apiKeys.maxRequestsPerSecond,
};

/** What an update of an API key may change. */
export type ChangeableApiKey = ValuesOf<typeof changeable>;

const lock = statement(
  "workspace.api_key_for_update",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId },
  changeable,
  sql`select ${apiKeys.apiKeyName}, ${apiKeys.requestsPerSecond}, ${apiKeys.maxRequestsPerSecond} from ${apiKeys}
   where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId for no key update`,
);

/** Lets one caller at a time change a key; undefined when the workspace has no such key. */
export function selectApiKeyForUpdate(tx: Db, workspaceId: string, apiKeyId: string): Promise<ChangeableApiKey | undefined> {
  return tx.row(lock, { workspaceId, apiKeyId });
}

const change = statement(
  "workspace.change_api_key",
  { apiKeyId: apiKeys.apiKeyId, workspaceId: apiKeys.workspaceId, ...changeable, ...eventParameters },
  { apiKeyId: apiKeys.apiKeyId },
  sql`with changed as (
     update ${apiKeys} set ${apiKeys.apiKeyName} = $apiKeyName, ${apiKeys.requestsPerSecond} = $requestsPerSecond,
       ${apiKeys.maxRequestsPerSecond} = $maxRequestsPerSecond
     where ${apiKeys.apiKeyId} = $apiKeyId and ${apiKeys.workspaceId} = $workspaceId returning ${apiKeys.apiKeyId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${apiKeys.apiKeyId} from changed`,
);

/** Publishes the change, so that gateways know of new limits. */
export async function changeApiKey(tx: Db, workspaceId: string, apiKeyId: string, changed: ChangeableApiKey): Promise<void> {
  const { apiKeyName, requestsPerSecond, maxRequestsPerSecond } = changed;
  const values = { apiKeyName, requestsPerSecond, maxRequestsPerSecond };
  await tx.run(change, { workspaceId, apiKeyId, ...values, ...credentialsChanged({ workspaceId, apiKeyId }) });
}
