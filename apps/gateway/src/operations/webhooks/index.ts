import type { Operation } from "../operation.ts";
import { createWebhookEndpoint } from "./create-webhook-endpoint.ts";
import { createWebhookPortal } from "./create-webhook-portal.ts";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint.ts";
import { getWebhookDeliveries } from "./get-webhook-deliveries.ts";
import { getWebhookEndpointSecret } from "./get-webhook-endpoint-secret.ts";
import { getWebhookEndpoints } from "./get-webhook-endpoints.ts";
import { getWebhookRecovery } from "./get-webhook-recovery.ts";
import { recoverWebhookDeliveries } from "./recover-webhook-deliveries.ts";
import { retryWebhookDeliveries } from "./retry-webhook-deliveries.ts";
import { revokeWebhookPortals } from "./revoke-webhook-portals.ts";
import { rotateWebhookEndpointSecret } from "./rotate-webhook-endpoint-secret.ts";
import { sendTestWebhook } from "./send-test-webhook.ts";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.ts";

// The order lets the examples be sent one after another.
export const webhooksOperations: readonly Operation[] = [
  sendTestWebhook,
  getWebhookDeliveries,
  retryWebhookDeliveries,
  recoverWebhookDeliveries,
  getWebhookRecovery,
  createWebhookEndpoint,
  getWebhookEndpoints,
  getWebhookEndpointSecret,
  rotateWebhookEndpointSecret,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  createWebhookPortal,
  revokeWebhookPortals,
];
