import { Failure, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { emailApiKeyPlace } from "../sealing/sealed-places.ts";
import { refuseViolations } from "../settings/violations.ts";
import { lockEmailSettings, updateEmailSettings } from "./email-configs.store.ts";
import { emailViolations, mergeEmailSettings } from "./email-settings.ts";

const opening = "The e-mail service configuration is invalid.";

export const updateEmailConfig =
  (context: Context): Handler<"updateEmailConfig"> =>
  async ({ apiKeyId, useEmailService, emailServiceConfig: patch }) => {
    if (useEmailService === undefined && patch === undefined) {
      throw new Failure("invalid_argument", `${opening} useEmailService or emailServiceConfig is required.`);
    }
    const sealed = await sealApiKey(context, apiKeyId, patch?.apiKey);

    await context.database.transaction(async (tx) => {
      const stored = await lockEmailSettings(tx, apiKeyId);
      if (stored === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      const merged = mergeEmailSettings(stored, useEmailService, patch);
      refuseViolations(emailViolations(patch, merged.emailType, context.mailServers, "email_service_config"), opening);
      await updateEmailSettings(tx, { ...merged, apiKeyId, sealedApiKey: sealed === undefined ? stored.sealedApiKey : sealed });
    });
    return {};
  };

// Called before the transaction, because sealing loads the data key on another connection.
async function sealApiKey({ database, sealer }: Context, apiKeyId: string, apiKey: string | undefined): Promise<string | null | undefined> {
  if (apiKey === undefined) return undefined;
  if (apiKey === "") return null;
  const workspaceId = await selectWorkspaceOf(database, apiKeyId);
  if (workspaceId === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
  return sealer.seal(workspaceId, emailApiKeyPlace(apiKeyId), apiKey);
}
