import { type WebhookEvent, webhookEvents, webhookTriggers } from "@parley/contracts/workspace";
import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { webhookAuthTokenPlace } from "../sealing/sealed-places.ts";
import { selectEndpointFilters } from "./endpoints.store.ts";
import { parseRsaPublicKey } from "./rsa-public-key.ts";
import { selectWebhookConfig } from "./webhook-configs.store.ts";
import { signingSecretMessage, webhookConfigMessage } from "./webhook-messages.ts";
import { signingSecrets } from "./webhook-secrets.ts";

export const getWebhookConfig =
  (context: Context): Handler<"getWebhookConfig"> =>
  async ({ apiKeyId, forDelivery }) => {
    const { database, sealer } = context;
    const [config, filters] = await Promise.all([selectWebhookConfig(database, apiKeyId), selectEndpointFilters(database, apiKeyId)]);
    if (config === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const { useWebhookService, workspaceId, sealedAuthToken } = config;
    const authToken =
      sealedAuthToken === null ? undefined : await sealer.open(workspaceId, webhookAuthTokenPlace(apiKeyId), sealedAuthToken);

    const webhookServiceConfig = webhookConfigMessage(config, authToken);
    const answer = { useWebhookService, workspaceId, webhookServiceConfig, endpointEvents: eventsOf(filters) };
    if (!forDelivery) return answer;
    return {
      ...answer,
      authToken: authToken ?? "",
      ...(config.encryptData ? { publicKeySpki: spkiOf(config.publicKey) } : {}),
      signingSecrets: (await signingSecrets(context, apiKeyId)).map(signingSecretMessage),
    };
  };

// Without a list, an endpoint receives all triggers.
function eventsOf(filters: readonly (readonly string[])[]): WebhookEvent[] {
  const named = new Set(filters.flatMap((names) => (names.length === 0 ? webhookTriggers : names)));
  return webhookEvents.filter((name) => named.has(name));
}

function spkiOf(publicKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parseRsaPublicKey(publicKey)?.export({ type: "spki", format: "der" }) ?? []);
}
