import { type Db, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { webhookSecrets } from "../schema.ts";

const webhookSecretRow = {
  secretId: webhookSecrets.secretId,
  sealedSecret: webhookSecrets.sealedSecret,
  createdAtMs: webhookSecrets.createdAtMs,
  /** Null for the newest. */
  signsUntilMs: webhookSecrets.signsUntilMs,
};

export type WebhookSecretRow = ValuesOf<typeof webhookSecretRow>;

const selectSigning = statement(
  "workspace.signing_webhook_secrets",
  { apiKeyId: webhookSecrets.apiKeyId },
  webhookSecretRow,
  `select secret_id, sealed_secret, created_at_ms, signs_until_ms from webhook_secrets
   where api_key_id = $apiKeyId and (signs_until_ms is null or signs_until_ms > now_ms())
   order by signs_until_ms desc nulls first, secret_id`,
);

/** The valid secrets of a key, the newest first. */
export function selectSigningSecrets(db: Db, apiKeyId: string): Promise<WebhookSecretRow[]> {
  return db.rows(selectSigning, { apiKeyId });
}

const retire = statement(
  "workspace.retire_webhook_secret",
  { signsForMs: types.bigint, apiKeyId: webhookSecrets.apiKeyId },
  {},
  `update webhook_secrets set signs_until_ms = now_ms() + $signsForMs::bigint where api_key_id = $apiKeyId and signs_until_ms is null`,
);

/** Lets the newest secret of a key sign for so long from now on, to make room for another. */
export async function retireWebhookSecret(db: Db, apiKeyId: string, signsForMs: number): Promise<void> {
  await db.run(retire, { apiKeyId, signsForMs });
}

const removeEnded = statement(
  "workspace.delete_ended_webhook_secrets",
  { apiKeyId: webhookSecrets.apiKeyId },
  {},
  `delete from webhook_secrets where api_key_id = $apiKeyId and signs_until_ms <= now_ms()`,
);

/** Deletes expired secrets of a key. */
export async function deleteEndedWebhookSecrets(db: Db, apiKeyId: string): Promise<void> {
  await db.run(removeEnded, { apiKeyId });
}

const insert = statement(
  "workspace.insert_webhook_secret",
  { apiKeyId: webhookSecrets.apiKeyId, secretId: webhookSecrets.secretId, sealedSecret: webhookSecrets.sealedSecret },
  {},
  `insert into webhook_secrets (api_key_id, secret_id, sealed_secret) values ($apiKeyId, $secretId, $sealedSecret)`,
);

/** Adds the newest secret of a key, which must have none without an expiry. */
export async function insertWebhookSecret(db: Db, apiKeyId: string, secretId: string, sealedSecret: string): Promise<void> {
  await db.run(insert, { apiKeyId, secretId, sealedSecret });
}
