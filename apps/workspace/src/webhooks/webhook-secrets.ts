import { randomBytes } from "node:crypto";
import type { Db } from "@parley/database";
import { Failure, newId, notFound, shortened } from "@parley/kernel";
import type { Context } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { webhookSecretPlace } from "../sealing/sealed-places.ts";
import { lockWebhookConfig } from "./webhook-configs.store.ts";
import {
  deleteEndedWebhookSecrets,
  insertWebhookSecret,
  retireWebhookSecret,
  selectSigningSecrets,
  type WebhookSecretRow,
} from "./webhook-secrets.store.ts";

/** A secret that signs webhook deliveries, in plain text. */
export interface SigningSecret {
  readonly secret: string;
  readonly createdAtMs: number;
  readonly signsUntilMs: number | null;
}

/** How long a secret signs after a newer one was created. */
export const previousSignForMs = 24 * 60 * 60 * 1_000;
// Each secret adds a signature to every delivery.
const maxSigning = 5;

/** The valid secrets of a key, newest first; creates the first one if there is none. Fails with `not_found`. */
export async function signingSecrets(context: Context, apiKeyId: string): Promise<SigningSecret[]> {
  const workspaceId = await workspaceOf(context, apiKeyId);
  const stored = await selectSigningSecrets(context.database, apiKeyId);
  const rows = stored.length > 0 ? stored : await makeFirst(context, workspaceId, apiKeyId);
  return opened(context, workspaceId, apiKeyId, rows);
}

/**
 * Creates a new secret; the previous one keeps signing for 24 h. Returns all valid ones. Fails with `not_found`, and with
 * `resource_exhausted` when the maximum is reached.
 */
export async function rotateSigningSecret(context: Context, apiKeyId: string): Promise<SigningSecret[]> {
  const workspaceId = await workspaceOf(context, apiKeyId);
  const made = await sealedSecret(context, workspaceId, apiKeyId);
  const rows = await changeSecrets(context, apiKeyId, async (tx, signing) => {
    refuseTooMany(signing.length, `the API key ${shortened(apiKeyId)}`);
    await deleteEndedWebhookSecrets(tx, apiKeyId);
    await retireWebhookSecret(tx, apiKeyId, previousSignForMs);
    await insertWebhookSecret(tx, apiKeyId, made.secretId, made.sealed);
  });
  return opened(context, workspaceId, apiKeyId, rows);
}

/** Fails with `resource_exhausted` when an owner has the maximum number of signing secrets. */
export function refuseTooMany(signing: number, whose: string): void {
  if (signing < maxSigning) return;
  const message = `${maxSigning} signing secrets of ${whose} are in use. Rotate again when one of them has expired.`;
  throw new Failure("resource_exhausted", message, { reason: "too_many_signing_secrets" });
}

async function makeFirst(context: Context, workspaceId: string, apiKeyId: string): Promise<WebhookSecretRow[]> {
  const made = await sealedSecret(context, workspaceId, apiKeyId);
  return changeSecrets(context, apiKeyId, async (tx, signing) => {
    // Another request may have created the first secret meanwhile.
    if (signing.length === 0) await insertWebhookSecret(tx, apiKeyId, made.secretId, made.sealed);
  });
}

// The lock of the key's webhook configuration allows one change at a time for each key.
function changeSecrets(
  { database }: Context,
  apiKeyId: string,
  change: (tx: Db, signing: readonly WebhookSecretRow[]) => Promise<void>,
): Promise<WebhookSecretRow[]> {
  return database.transaction(async (tx) => {
    await lockWebhookConfig(tx, apiKeyId);
    await change(tx, await selectSigningSecrets(tx, apiKeyId));
    return selectSigningSecrets(tx, apiKeyId);
  });
}

// Called before the transaction, because sealing loads the data key on another connection.
async function sealedSecret({ sealer }: Context, workspaceId: string, apiKeyId: string) {
  const secretId = newId("whs");
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secretId, sealed: await sealer.seal(workspaceId, webhookSecretPlace(apiKeyId, secretId), secret) };
}

async function workspaceOf({ database }: Context, apiKeyId: string): Promise<string> {
  const workspaceId = await selectWorkspaceOf(database, apiKeyId);
  if (workspaceId === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
  return workspaceId;
}

function opened({ sealer }: Context, workspaceId: string, apiKeyId: string, rows: readonly WebhookSecretRow[]): Promise<SigningSecret[]> {
  return Promise.all(
    rows.map(async ({ secretId, sealedSecret, createdAtMs, signsUntilMs }) => ({
      secret: await sealer.open(workspaceId, webhookSecretPlace(apiKeyId, secretId), sealedSecret),
      createdAtMs,
      signsUntilMs,
    })),
  );
}
