import type { Context, Handler } from "../context.ts";
import { workspaceOf } from "./change-endpoint.ts";
import { endpointMessage } from "./endpoint-message.ts";
import { selectUsableEndpoints } from "./endpoints.store.ts";
import { openParts } from "./sealed-endpoint.ts";
import { signingSecretMessage } from "./webhook-messages.ts";

export const getDeliveryEndpoints =
  (context: Context): Handler<"getDeliveryEndpoints"> =>
  async ({ apiKeyId }) => {
    const { database, sealer } = context;
    const workspaceId = await workspaceOf(context, apiKeyId);
    const rows = await selectUsableEndpoints(database, apiKeyId);
    return {
      endpoints: await Promise.all(
        rows.map(async (row) => {
          const { headers, secrets } = await openParts(sealer, { workspaceId, apiKeyId, endpointId: row.endpointId }, row.sealed);
          return { endpoint: endpointMessage(row), headers, signingSecrets: secrets.map(signingSecretMessage) };
        }),
      ),
    };
  };
