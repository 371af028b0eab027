import type { Context, Handler } from "../context.ts";
import { signingSecrets } from "../webhook-secrets.ts";
import { shownSecret } from "../wire.ts";

export const getWebhookSecret =
  (context: Context): Handler<"getWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await signingSecrets(context, apiKeyId));
