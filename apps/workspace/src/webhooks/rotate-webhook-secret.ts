import type { Context, Handler } from "../context.ts";
import { shownSecret } from "./webhook-messages.ts";
import { rotateSigningSecret } from "./webhook-secrets.ts";

export const rotateWebhookSecret =
  (context: Context): Handler<"rotateWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await rotateSigningSecret(context, apiKeyId));
