import type { Operation } from "../operation.ts";
import { createWebhookPortal } from "./create-webhook-portal.ts";
import { getWebhookDeliveries } from "./get-webhook-deliveries.ts";
import { getWebhookRecovery } from "./get-webhook-recovery.ts";
import { recoverWebhookDeliveries } from "./recover-webhook-deliveries.ts";
import { retryWebhookDeliveries } from "./retry-webhook-deliveries.ts";
import { revokeWebhookPortals } from "./revoke-webhook-portals.ts";
import { sendTestWebhook } from "./send-test-webhook.ts";

// In the order in which the examples build on each other.
export const webhooksOperations: readonly Operation[] = [
  sendTestWebhook,
  getWebhookDeliveries,
  retryWebhookDeliveries,
  recoverWebhookDeliveries,
  getWebhookRecovery,
  createWebhookPortal,
  revokeWebhookPortals,
];
