import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { webhookAuthTokenPlace } from "../sealing/sealed-places.ts";
import { parseRsaPublicKey } from "./rsa-public-key.ts";
import { selectWebhookConfig } from "./webhook-configs.store.ts";
import { signingSecretMessage, webhookConfigMessage } from "./webhook-messages.ts";
import { signingSecrets } from "./webhook-secrets.ts";

export const getWebhookConfig =
  (context: Context): Handler<"getWebhookConfig"> =>
  async ({ apiKeyId, forDelivery }) => {
    const { database, sealer } = context;
    const config = await selectWebhookConfig(database, apiKeyId);
    if (config === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const { useWebhookService, workspaceId, sealedAuthToken } = config;
    const authToken =
      sealedAuthToken === null ? undefined : await sealer.open(workspaceId, webhookAuthTokenPlace(apiKeyId), sealedAuthToken);

    const answer = { useWebhookService, workspaceId, webhookServiceConfig: webhookConfigMessage(config, authToken) };
    if (!forDelivery) return answer;
    return {
      ...answer,
      authToken: authToken ?? "",
      ...(config.encryptData ? { publicKeySpki: spkiOf(config.publicKey) } : {}),
      signingSecrets: (await signingSecrets(context, apiKeyId)).map(signingSecretMessage),
    };
  };

function spkiOf(publicKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parseRsaPublicKey(publicKey)?.export({ type: "spki", format: "der" }) ?? []);
}
