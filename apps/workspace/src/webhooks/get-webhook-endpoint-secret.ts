import type { Context, Handler } from "../context.ts";
import { configuredEndpoints, requireEndpoint, workspaceOf } from "./change-endpoint.ts";
import { openParts } from "./sealed-endpoint.ts";
import { shownSecret } from "./webhook-messages.ts";
import { signingSecrets } from "./webhook-secrets.ts";

export const getWebhookEndpointSecret =
  (context: Context): Handler<"getWebhookEndpointSecret"> =>
  async ({ apiKeyId, endpointId: named }) => {
    if (configuredEndpoints.has(named)) return { endpointId: named, ...shownSecret(await signingSecrets(context, apiKeyId)) };
    const workspaceId = await workspaceOf(context, apiKeyId);
    const { endpointId, sealed } = await requireEndpoint(context, apiKeyId, named);
    const { secrets } = await openParts(context.sealer, { workspaceId, apiKeyId, endpointId }, sealed);
    return { endpointId, ...shownSecret(secrets) };
  };
