import type { Context, Handler } from "../context.ts";
import { rotateSigningSecret } from "../webhook-secrets.ts";
import { shownSecret } from "../wire.ts";

export const rotateWebhookSecret =
  (context: Context): Handler<"rotateWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await rotateSigningSecret(context, apiKeyId));
