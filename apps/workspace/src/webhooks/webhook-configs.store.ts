import { type Db, statement } from "@parley/database";
import { type EventRow, enqueue } from "@parley/messaging";
import { credentialsChanged } from "../credentials/credentials-changed.store.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** The webhook configuration of an API key as it is stored. */
export interface WebhookConfigRow extends WebhookSettings {
  readonly sealedAuthToken: string | null;
}

type KeyedWebhookConfigRow = WebhookConfigRow & { readonly apiKeyId: string };

const columns = `use_webhook_service, sealed_auth_token, raw_notification_url, processed_notification_url, encode_data, encrypt_data, public_key, triggers`;

const insert = statement<KeyedWebhookConfigRow>(
  "workspace.insert_webhook_config",
  `insert into webhook_configs (api_key_id, ${columns})
   values ($apiKeyId, $useWebhookService, $sealedAuthToken, $rawNotificationUrl, $processedNotificationUrl, $encodeData, $encryptData, $publicKey, $triggers)`,
);

export async function insertWebhookConfig(db: Db, config: KeyedWebhookConfigRow): Promise<void> {
  await db.run(insert, config);
}

const select = statement<{ apiKeyId: string }, WebhookConfigRow & { workspaceId: string }>(
  "workspace.webhook_config",
  `select api_keys.workspace_id, ${columns}
   from webhook_configs join api_keys on api_keys.api_key_id = webhook_configs.api_key_id
   where webhook_configs.api_key_id = $apiKeyId`,
);

/** The configuration with the workspace whose data key opens the auth token; undefined when there is no such API key. */
export function selectWebhookConfig(db: Db, apiKeyId: string): Promise<(WebhookConfigRow & { workspaceId: string }) | undefined> {
  return db.row(select, { apiKeyId });
}

const lock = statement<{ apiKeyId: string }, WebhookConfigRow>(
  "workspace.lock_webhook_config",
  `select ${columns} from webhook_configs where api_key_id = $apiKeyId for update`,
);

/** Reads the configuration in order to change it: two changes at the same time are both kept. */
export function lockWebhookConfig(db: Db, apiKeyId: string): Promise<WebhookConfigRow | undefined> {
  return db.row(lock, { apiKeyId });
}

const update = statement<KeyedWebhookConfigRow & EventRow>(
  "workspace.update_webhook_config",
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

/** Writes the configuration, and tells those who keep it for a few seconds that it has changed. */
export async function updateWebhookConfig(db: Db, config: KeyedWebhookConfigRow): Promise<void> {
  await db.run(update, { ...config, ...credentialsChanged({ workspaceId: "", apiKeyId: config.apiKeyId }) });
}
