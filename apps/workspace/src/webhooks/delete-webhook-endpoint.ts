import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { requireEndpoint } from "./change-endpoint.ts";
import { deleteEndpoint } from "./endpoints.store.ts";

export const deleteWebhookEndpoint =
  (context: Context): Handler<"deleteWebhookEndpoint"> =>
  async ({ apiKeyId, endpointId: named }) => {
    const { endpointId } = await requireEndpoint(context, apiKeyId, named);
    const existed = await deleteEndpoint(context.database, { apiKeyId, endpointId });
    if (!existed) throw notFound(`There is no webhook endpoint ${shortened(named)}.`);
    return { endpointId };
  };
