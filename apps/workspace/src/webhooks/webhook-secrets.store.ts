import { type Db, statement } from "@parley/database";

export interface WebhookSecretRow {
  readonly secretId: string;
  readonly sealedSecret: string;
  readonly createdAtMs: number;
  /** Null for the newest. */
  readonly signsUntilMs: number | null;
}

const selectSigning = statement<{ apiKeyId: string }, WebhookSecretRow>(
  "workspace.signing_webhook_secrets",
  `select secret_id, sealed_secret, created_at_ms, signs_until_ms from webhook_secrets
   where api_key_id = $apiKeyId and (signs_until_ms is null or signs_until_ms > now_ms())
   order by signs_until_ms desc nulls first, secret_id`,
);

/** The secrets of a key that sign now, the newest first. */
export function selectSigningSecrets(db: Db, apiKeyId: string): Promise<WebhookSecretRow[]> {
  return db.rows(selectSigning, { apiKeyId });
}

const retire = statement<{ apiKeyId: string; signsForMs: number }>(
  "workspace.retire_webhook_secret",
  `update webhook_secrets set signs_until_ms = now_ms() + $signsForMs::bigint where api_key_id = $apiKeyId and signs_until_ms is null`,
);

/** Lets the newest secret of a key sign for so long from now on, to make place for another. */
export async function retireWebhookSecret(db: Db, apiKeyId: string, signsForMs: number): Promise<void> {
  await db.run(retire, { apiKeyId, signsForMs });
}

const removeEnded = statement<{ apiKeyId: string }>(
  "workspace.delete_ended_webhook_secrets",
  `delete from webhook_secrets where api_key_id = $apiKeyId and signs_until_ms <= now_ms()`,
);

/** Deletes the secrets of a key that no longer sign. */
export async function deleteEndedWebhookSecrets(db: Db, apiKeyId: string): Promise<void> {
  await db.run(removeEnded, { apiKeyId });
}

const insert = statement<{ apiKeyId: string; secretId: string; sealedSecret: string }>(
  "workspace.insert_webhook_secret",
  `insert into webhook_secrets (api_key_id, secret_id, sealed_secret) values ($apiKeyId, $secretId, $sealedSecret)`,
);

/** Adds the newest secret of a key; it must have none that signs without an end. */
export async function insertWebhookSecret(db: Db, apiKeyId: string, secretId: string, sealedSecret: string): Promise<void> {
  await db.run(insert, { apiKeyId, secretId, sealedSecret });
}
