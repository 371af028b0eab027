import type { WebhookTrigger } from "@parley/contracts/workspace";
import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { apiKeys, webhookConfigs } from "../schema.ts";
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
  /** The triggers that are on; null until any was set. */
  triggers: nullable(narrowed<readonly WebhookTrigger[]>(listOf(types.text))),
};

/** The stored webhook configuration of an API key. */
type WebhookConfigRow = ValuesOf<typeof webhookConfigRow>;

type KeyedWebhookConfigRow = WebhookConfigRow & { readonly apiKeyId: string };

const columns = `use_webhook_service, sealed_auth_token, raw_notification_url, processed_notification_url, encode_data, encrypt_data, public_key, triggers`;

const insert = statement(
  "workspace.insert_webhook_config",
  {
    apiKeyId: webhookConfigs.apiKeyId,
    ...webhookConfigRow,
  },
  {},
  `insert into webhook_configs (api_key_id, ${columns})
   values ($apiKeyId, $useWebhookService, $sealedAuthToken, $rawNotificationUrl, $processedNotificationUrl, $encodeData, $encryptData, $publicKey, $triggers)`,
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
  `select api_keys.workspace_id, ${columns}
   from webhook_configs join api_keys on api_keys.api_key_id = webhook_configs.api_key_id
   where webhook_configs.api_key_id = $apiKeyId`,
);

/** The configuration with the workspace whose data key opens the auth token; undefined when there is no such API key. */
export function selectWebhookConfig(db: Db, apiKeyId: string): Promise<(WebhookConfigRow & { workspaceId: string }) | undefined> {
  return db.row(select, { apiKeyId });
}

const lock = statement(
  "workspace.lock_webhook_config",
  { apiKeyId: webhookConfigs.apiKeyId },
  webhookConfigRow,
  `select ${columns} from webhook_configs where api_key_id = $apiKeyId for update`,
);

/** Reads the configuration in order to change it: of two concurrent changes none is lost. */
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
  `with changed as (
     update webhook_configs
     set use_webhook_service = $useWebhookService, sealed_auth_token = $sealedAuthToken, raw_notification_url = $rawNotificationUrl,
       processed_notification_url = $processedNotificationUrl, encode_data = $encodeData, encrypt_data = $encryptData,
       public_key = $publicKey, triggers = $triggers
     where api_key_id = $apiKeyId
     returning api_key_id
   ), ${enqueue("exists (select from changed)")}
   select from changed`,
);

/** Writes the configuration, and publishes the change to caches, with the endpoints that it moves. */
export async function updateWebhookConfig(db: Db, config: KeyedWebhookConfigRow, moved: MovedEndpoints): Promise<void> {
  await db.run(update, { ...config, ...credentialsChanged({ workspaceId: "", apiKeyId: config.apiKeyId, ...moved }) });
}
