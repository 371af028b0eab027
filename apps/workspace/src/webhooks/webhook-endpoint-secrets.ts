import { shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { changeEndpoint, configuredEndpoints, requireEndpoint, workspaceOf } from "./change-endpoint.ts";
import { newSecret } from "./create-webhook-endpoint.ts";
import { openParts } from "./sealed-endpoint.ts";
import { shownSecret } from "./webhook-messages.ts";
import { previousSignForMs, refuseTooMany, rotateSigningSecret, signingSecrets } from "./webhook-secrets.ts";

export const rotateWebhookSecret =
  (context: Context): Handler<"rotateWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await rotateSigningSecret(context, apiKeyId));

export const getWebhookSecret =
  (context: Context): Handler<"getWebhookSecret"> =>
  async ({ apiKeyId }) =>
    shownSecret(await signingSecrets(context, apiKeyId));

export const getWebhookEndpointSecret =
  (context: Context): Handler<"getWebhookEndpointSecret"> =>
  async ({ apiKeyId, endpointId: named }) => {
    if (configuredEndpoints.has(named)) return { endpointId: named, ...shownSecret(await signingSecrets(context, apiKeyId)) };
    const workspaceId = await workspaceOf(context, apiKeyId);
    const { endpointId, sealed } = await requireEndpoint(context, apiKeyId, named);
    const { secrets } = await openParts(context.sealer, { workspaceId, apiKeyId, endpointId }, sealed);
    return { endpointId, ...shownSecret(secrets) };
  };

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
