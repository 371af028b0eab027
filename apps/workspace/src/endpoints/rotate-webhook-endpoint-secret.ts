import type { Context, Handler } from "../context.ts";
import { shownSecret } from "../webhooks/webhook-messages.ts";
import { previousSignForMs, refuseTooMany, rotateSigningSecret } from "../webhooks/webhook-secrets.ts";
import { changeEndpoint, configuredEndpoints } from "./change-endpoint.ts";
import { newSecret } from "./create-webhook-endpoint.ts";

export const rotateWebhookEndpointSecret =
  (context: Context): Handler<"rotateWebhookEndpointSecret"> =>
  async ({ apiKeyId, endpointId: named }) => {
    if (configuredEndpoints.has(named)) return { endpointId: named, ...shownSecret(await rotateSigningSecret(context, apiKeyId)) };
    const secret = newSecret();
    const { row, secrets } = await changeEndpoint(context, apiKeyId, named, ({ settings, secrets: signing }) => {
      refuseTooMany(signing.length, `the endpoint ${named}`);
      const nowMs = Date.now();
      const earlier = signing.map((one) => ({ ...one, signsUntilMs: one.signsUntilMs ?? nowMs + previousSignForMs }));
      return { settings, secrets: [{ secret, createdAtMs: nowMs, signsUntilMs: null }, ...earlier] };
    });
    return { endpointId: row.endpointId, ...shownSecret(secrets) };
  };
