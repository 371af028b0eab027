import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { nowMs, webhookSecrets } from "../schema.ts";

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
  sql`select ${webhookSecrets.secretId}, ${webhookSecrets.sealedSecret}, ${webhookSecrets.createdAtMs}, ${webhookSecrets.signsUntilMs}
   from ${webhookSecrets}
   where ${webhookSecrets.apiKeyId} = $apiKeyId and (${webhookSecrets.signsUntilMs} is null or ${webhookSecrets.signsUntilMs} > ${nowMs})
   order by ${webhookSecrets.signsUntilMs} desc nulls first, ${webhookSecrets.secretId}`,
);

/** The valid secrets of a key, the newest first. */
export function selectSigningSecrets(db: Db, apiKeyId: string): Promise<WebhookSecretRow[]> {
  return db.rows(selectSigning, { apiKeyId });
}

const retire = statement(
  "workspace.retire_webhook_secret",
  { signsForMs: types.bigint, apiKeyId: webhookSecrets.apiKeyId },
  {},
  sql`update ${webhookSecrets} set ${webhookSecrets.signsUntilMs} = ${nowMs} + $signsForMs::bigint
   where ${webhookSecrets.apiKeyId} = $apiKeyId and ${webhookSecrets.signsUntilMs} is null`,
);

/** Sets an expiry for the newest secret of a key, so that another can replace it. */
export async function retireWebhookSecret(db: Db, apiKeyId: string, signsForMs: number): Promise<void> {
  await db.run(retire, { apiKeyId, signsForMs });
}

const removeEnded = statement(
  "workspace.delete_ended_webhook_secrets",
  { apiKeyId: webhookSecrets.apiKeyId },
  {},
  sql`delete from ${webhookSecrets} where ${webhookSecrets.apiKeyId} = $apiKeyId and ${webhookSecrets.signsUntilMs} <= ${nowMs}`,
);

/** Deletes expired secrets of a key. */
export async function deleteEndedWebhookSecrets(db: Db, apiKeyId: string): Promise<void> {
  await db.run(removeEnded, { apiKeyId });
}

const insert = statement(
  "workspace.insert_webhook_secret",
  { apiKeyId: webhookSecrets.apiKeyId, secretId: webhookSecrets.secretId, sealedSecret: webhookSecrets.sealedSecret },
  {},
  sql`insert into ${webhookSecrets} (${webhookSecrets.apiKeyId}, ${webhookSecrets.secretId}, ${webhookSecrets.sealedSecret})
   values ($apiKeyId, $secretId, $sealedSecret)`,
);

/** Adds the newest secret of a key, which must have none without an expiry. */
export async function insertWebhookSecret(db: Db, apiKeyId: string, secretId: string, sealedSecret: string): Promise<void> {
  await db.run(insert, { apiKeyId, secretId, sealedSecret });
}
