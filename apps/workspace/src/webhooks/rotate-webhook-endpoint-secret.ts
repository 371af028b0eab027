import { shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { changeEndpoint, configuredEndpoints } from "./change-endpoint.ts";
import { newSecret } from "./create-webhook-endpoint.ts";
import { shownSecret } from "./webhook-messages.ts";
import { previousSignForMs, refuseTooMany, rotateSigningSecret } from "./webhook-secrets.ts";

export const rotateWebhookEndpointSecret =
  (context: Context): Handler<"rotateWebhookEndpointSecret"> =>
  async ({ apiKeyId, endpointId: named }) => {
    if (configuredEndpoints.has(named)) return { endpointId: named, ...shownSecret(await rotateSigningSecret(context, apiKeyId)) };
    const secret = newSecret();
    const { row, secrets } = await changeEndpoint(context, apiKeyId, named, ({ settings, secrets: signing }) => {
      refuseTooMany(signing.length, `the endpoint ${shortened(named)}`);
      const nowMs = Date.now();
      const earlier = signing.map((one) => ({ ...one, signsUntilMs: one.signsUntilMs ?? nowMs + previousSignForMs }));
      return { settings, secrets: [{ secret, createdAtMs: nowMs, signsUntilMs: null }, ...earlier] };
    });
    return { endpointId: row.endpointId, ...shownSecret(secrets) };
  };
