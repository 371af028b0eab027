import { Failure } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import { endpointMessage } from "./endpoint-message.ts";
import { endpointViolations, mergeEndpointSettings } from "./endpoint-settings.ts";

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
