import type { WebhookTrigger } from "@parley/contracts/workspace";
import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, outbox, webhookConfigs } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";
import type { MovedEndpoints } from "./moved-endpoints.ts";

const webhookConfigRow = {
  useWebhookService: webhookConfigs.useWebhookService,
  sealedAuthToken: webhookConfigs.sealedAuthToken,
  rawNotificationUrl: webhookConfigs.rawNotificationUrl,
  processedNotificationUrl: webhookConfigs.processedNotificationUrl,
  encodeData: webhookConfigs.encodeData,
  encryptData: webhookConfigs.encryptData,
  publicKey: webhookConfigs.publicKey,
  /** The enabled triggers; null until any was set. */
  triggers: nullable(narrowed<readonly WebhookTrigger[]>(listOf(types.text))),
};

/** The stored webhook configuration of an API key. */
type WebhookConfigRow = ValuesOf<typeof webhookConfigRow>;

type KeyedWebhookConfigRow = WebhookConfigRow & { readonly apiKeyId: string };

const columns = sql`${webhookConfigs.useWebhookService}, ${webhookConfigs.sealedAuthToken}, ${webhookConfigs.rawNotificationUrl},
${webhookConfigs.processedNotificationUrl}, ${webhookConfigs.encodeData}, ${webhookConfigs.encryptData}, ${webhookConfigs.publicKey},
${webhookConfigs.triggers}`;

const insert = statement(
  "workspace.insert_webhook_config",
  {
    apiKeyId: webhookConfigs.apiKeyId,
    ...webhookConfigRow,
  },
  {},
  sql`insert into ${webhookConfigs} (${webhookConfigs.apiKeyId}, ${columns})
   values ($apiKeyId, $useWebhookService, $sealedAuthToken, $rawNotificationUrl, $processedNotificationUrl, $encodeData, $encryptData,
     $publicKey, $triggers)`,
);

export async function insertWebhookConfig(db: Db, config: KeyedWebhookConfigRow): Promise<void> {
  await db.run(insert, config);
}

const select = statement(
  "workspace.webhook_config",
  { apiKeyId: apiKeys.apiKeyId },
  {
    workspaceId: apiKeys.workspaceId,
    ...webhookConfigRow,
  },
  sql`select ${apiKeys}.${apiKeys.workspaceId}, ${columns}
   from ${webhookConfigs} join ${apiKeys} on ${apiKeys}.${apiKeys.apiKeyId} = ${webhookConfigs}.${webhookConfigs.apiKeyId}
   where ${webhookConfigs}.${webhookConfigs.apiKeyId} = $apiKeyId`,
);

/** The configuration with the workspace whose data key opens the auth token; undefined when there is no such API key. */
export function selectWebhookConfig(db: Db, apiKeyId: string): Promise<(WebhookConfigRow & { workspaceId: string }) | undefined> {
  return db.row(select, { apiKeyId });
}

const lock = statement(
  "workspace.lock_webhook_config",
  { apiKeyId: webhookConfigs.apiKeyId },
  webhookConfigRow,
  sql`select ${columns} from ${webhookConfigs} where ${webhookConfigs.apiKeyId} = $apiKeyId for update`,
);

/** Locks and reads the configuration for a change, so that no concurrent change is lost. */
export function lockWebhookConfig(db: Db, apiKeyId: string): Promise<WebhookConfigRow | undefined> {
  return db.row(lock, { apiKeyId });
}

const update = statement(
  "workspace.update_webhook_config",
  {
    ...webhookConfigRow,
    apiKeyId: webhookConfigs.apiKeyId,
    ...eventParameters,
  },
  {},
  sql`with changed as (
     update ${webhookConfigs}
     set ${webhookConfigs.useWebhookService} = $useWebhookService, ${webhookConfigs.sealedAuthToken} = $sealedAuthToken,
       ${webhookConfigs.rawNotificationUrl} = $rawNotificationUrl,
       ${webhookConfigs.processedNotificationUrl} = $processedNotificationUrl, ${webhookConfigs.encodeData} = $encodeData,
       ${webhookConfigs.encryptData} = $encryptData,
       ${webhookConfigs.publicKey} = $publicKey, ${webhookConfigs.triggers} = $triggers
     where ${webhookConfigs.apiKeyId} = $apiKeyId
     returning ${webhookConfigs.apiKeyId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select from changed`,
);

/** Writes the configuration, and publishes the change to caches, with the endpoints that it moves. */
export async function updateWebhookConfig(db: Db, config: KeyedWebhookConfigRow, moved: MovedEndpoints): Promise<void> {
  await db.run(update, { ...config, ...credentialsChanged({ workspaceId: "", apiKeyId: config.apiKeyId, ...moved }) });
}
