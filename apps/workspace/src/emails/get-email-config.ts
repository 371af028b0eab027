import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { emailApiKeyPlace } from "../sealing/sealed-places.ts";
import { emailConfigMessage } from "./email-config-message.ts";
import { selectEmailSettings } from "./email-configs.store.ts";

export const getEmailConfig =
  ({ database, sealer }: Context): Handler<"getEmailConfig"> =>
  async ({ apiKeyId, forDelivery }) => {
    const settings = await selectEmailSettings(database, apiKeyId);
    if (settings === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const { useEmailService, workspaceId, sealedApiKey, linkTemplate } = settings;
    const apiKey = sealedApiKey === null ? undefined : await sealer.open(workspaceId, emailApiKeyPlace(apiKeyId), sealedApiKey);
    return {
      useEmailService,
      workspaceId,
      linkTemplate,
      emailServiceConfig: emailConfigMessage({ ...settings, apiKey }),
      apiKey: forDelivery ? (apiKey ?? "") : "",
    };
  };
