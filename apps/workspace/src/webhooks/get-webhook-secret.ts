import type { Context, Handler } from "../context.ts";
import { shownSecret } from "./webhook-messages.ts";
import { signingSecrets } from "./webhook-secrets.ts";

export const getWebhookSecret =
  (context: Context): Handler<"getWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await signingSecrets(context, apiKeyId));
