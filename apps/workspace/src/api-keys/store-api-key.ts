import type { Db } from "@parley/database";
import { newId } from "@parley/kernel";
import type { Context } from "../context.ts";
import type { IdentifiedToken } from "../credentials/auth-token.ts";
import { insertAuthToken } from "../credentials/auth-tokens.store.ts";
import { allRights, firstTokenName } from "../credentials/token-rights.ts";
import { insertDomains } from "../domains/domains.store.ts";
import { insertEmailConfig } from "../emails/email-configs.store.ts";
import { authTokenPlace, emailApiKeyPlace, webhookAuthTokenPlace } from "../sealing/sealed-places.ts";
import type { SealedPlace } from "../sealing/sealing.ts";
import { insertWebhookConfig } from "../webhooks/webhook-configs.store.ts";
import { insertApiKey, type NewApiKeyRow } from "./api-keys.store.ts";
import type { ApiKeyPlan } from "./check-new-api-key.ts";

type Seal = (place: SealedPlace, secret: string) => Promise<string>;

/** An API key with an id and sealed secrets, ready to be written. */
interface SealedApiKey {
  readonly row: NewApiKeyRow;
  readonly plan: ApiKeyPlan;
  readonly token: (IdentifiedToken & { readonly sealed: string }) | undefined;
  readonly sealedEmailApiKey: string | null;
  readonly sealedWebhookAuthToken: string | null;
}

interface Making {
  readonly workspaceId: string;
  readonly makeToken: Context["makeToken"];
  readonly seal: Seal;
}

/** Generates the id and the token of the planned key, and seals its secrets. */
export async function sealApiKey(plan: ApiKeyPlan, { workspaceId, makeToken, seal }: Making): Promise<SealedApiKey> {
  const apiKeyId = newId(plan.apiKey.keyType === "production" ? "pk_live" : "pk_test");
  const token = plan.createAuthToken ? makeToken(apiKeyId) : undefined;
  const sealGiven = (place: SealedPlace, secret: string) => (secret === "" ? null : seal(place, secret));
  return {
    row: { ...plan.apiKey, apiKeyId, workspaceId },
    plan,
    token: token && { ...token, sealed: await seal(authTokenPlace(apiKeyId, token.tokenId), token.token) },
    sealedEmailApiKey: await sealGiven(emailApiKeyPlace(apiKeyId), plan.emailApiKey),
    sealedWebhookAuthToken: await sealGiven(webhookAuthTokenPlace(apiKeyId), plan.webhookAuthToken),
  };
}

/** Writes a key with its whole configuration, within a transaction. Returns when the key was created. */
export async function storeApiKey(tx: Db, { row, plan, token, sealedEmailApiKey, sealedWebhookAuthToken }: SealedApiKey): Promise<number> {
  const { apiKeyId } = row;
  const createdAtMs = await insertApiKey(tx, row);
  await insertWebhookConfig(tx, { ...plan.webhook, apiKeyId, sealedAuthToken: sealedWebhookAuthToken });
  if (plan.email !== undefined) await insertEmailConfig(tx, { ...plan.email, apiKeyId, sealedApiKey: sealedEmailApiKey });
  // The rules of the request already limit their number.
  if (plan.domains.length > 0) await insertDomains(tx, apiKeyId, plan.domains, plan.domains.length);
  if (token !== undefined) {
    const { tokenId, tokenHash, sealed } = token;
    const first = { tokenName: firstTokenName, expiresAtMs: null, ...allRights };
    await insertAuthToken(tx, { ...first, apiKeyId, tokenId, tokenHash, sealedToken: sealed });
  }
  return createdAtMs;
}
