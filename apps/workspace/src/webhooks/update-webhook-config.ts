import { Failure, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { webhookAuthTokenPlace } from "../sealing/sealed-places.ts";
import { refuseViolations } from "../settings/violations.ts";
import { movedEndpoints } from "./moved-endpoints.ts";
import { lockWebhookConfig, updateWebhookConfig as updateWebhookConfigRow } from "./webhook-configs.store.ts";
import { mergeWebhookSettings, webhookViolations } from "./webhook-settings.ts";

const opening = "The webhook service configuration is invalid.";

export const updateWebhookConfig =
  (context: Context): Handler<"updateWebhookConfig"> =>
  async ({ apiKeyId, useWebhookService, webhookServiceConfig: patch }) => {
    if (useWebhookService === undefined && patch === undefined) {
      throw new Failure("invalid_argument", `${opening} useWebhookService or webhookServiceConfig is required.`);
    }
    const unknownKey = notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const sealed = await sealAuthToken(context, apiKeyId, patch?.authToken);

    return context.database.transaction(async (tx) => {
      const stored = await lockWebhookConfig(tx, apiKeyId);
      if (stored === undefined) throw unknownKey;
      const merged = mergeWebhookSettings(stored, useWebhookService, patch);
      refuseViolations(webhookViolations(patch, merged, context.webhookUrls, "webhook_service_config"), opening);
      const sealedAuthToken = sealed === undefined ? stored.sealedAuthToken : sealed;
      await updateWebhookConfigRow(tx, { ...merged, apiKeyId, sealedAuthToken }, movedEndpoints(stored, merged, sealed !== undefined));
      const { encodeData, encryptData, publicKey } = merged;
      return { encodeData, encryptData, publicKey };
    });
  };

// Called before the transaction, because sealing loads the data key on another connection.
async function sealAuthToken(
  { database, sealer }: Context,
  apiKeyId: string,
  authToken: string | undefined,
): Promise<string | null | undefined> {
  if (authToken === undefined) return undefined;
  if (authToken === "") return null;
  const workspaceId = await selectWorkspaceOf(database, apiKeyId);
  if (workspaceId === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
  return sealer.seal(workspaceId, webhookAuthTokenPlace(apiKeyId), authToken);
}
