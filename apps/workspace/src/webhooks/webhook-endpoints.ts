import { cutPage, decodeCursor, Failure, notFound, pageSizeOf, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { changeEndpoint, requireEndpoint } from "./change-endpoint.ts";
import { endpointMessage } from "./endpoint-message.ts";
import { endpointViolations, mergeEndpointSettings } from "./endpoint-settings.ts";
import { deleteEndpoint, selectEndpoints } from "./endpoints.store.ts";

const defaultPageSize = 100;

export const listWebhookEndpoints =
  ({ database }: Context): Handler<"listWebhookEndpoints"> =>
  async ({ apiKeyId, endpointIds, pageSize, pageToken }) => {
    const [afterMs, afterId] = decodeCursor(pageToken, ["number", "string"]) ?? [-1, ""];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectEndpoints(database, { apiKeyId, endpointIds, afterMs: Number(afterMs), afterId: String(afterId), limit });
    const { shown, nextPageToken } = cutPage(rows, size, ({ createdAtMs, endpointId }) => [createdAtMs, endpointId]);
    return { endpoints: shown.map(endpointMessage), nextPageToken };
  };

export const updateWebhookEndpoint =
  (context: Context): Handler<"updateWebhookEndpoint"> =>
  async ({ apiKeyId, endpointId, endpoint: patch }) => {
    if (patch === undefined) throw new Failure("invalid_argument", "endpoint is required.");
    const { row } = await changeEndpoint(context, apiKeyId, endpointId, ({ settings: stored, secrets }) => {
      const settings = mergeEndpointSettings(stored, patch);
      refuseViolations(endpointViolations(patch, settings, context.webhookUrls));
      return { settings, secrets };
    });
    return { endpoint: endpointMessage(row) };
  };

export const deleteWebhookEndpoint =
  (context: Context): Handler<"deleteWebhookEndpoint"> =>
  async ({ apiKeyId, endpointId: named }) => {
    const { endpointId } = await requireEndpoint(context, apiKeyId, named);
    const existed = await deleteEndpoint(context.database, { apiKeyId, endpointId });
    if (!existed) throw notFound(`There is no webhook endpoint ${shortened(named)}.`);
    return { endpointId };
  };
