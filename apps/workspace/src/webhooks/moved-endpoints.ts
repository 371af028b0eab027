import type { WebhookSettings } from "./webhook-settings.ts";

type Sent = Omit<WebhookSettings, "useWebhookService" | "triggers">;

/** The endpoints that an update of the configuration moves. */
export interface MovedEndpoints {
  readonly rawEndpointMoved: boolean;
  readonly processedEndpointMoved: boolean;
}

/**
 * The endpoints that receive deliveries at another URL or in another form: with another token, or with other encoding. An endpoint without
 * a URL has not moved.
 */
export function movedEndpoints(stored: Sent, merged: Sent, hasNewToken: boolean): MovedEndpoints {
  const isOtherwise = hasNewToken || (["encodeData", "encryptData", "publicKey"] as const).some((name) => stored[name] !== merged[name]);
  const isMoved = (name: "rawNotificationUrl" | "processedNotificationUrl") =>
    merged[name] !== "" && (isOtherwise || stored[name] !== merged[name]);
  return { rawEndpointMoved: isMoved("rawNotificationUrl"), processedEndpointMoved: isMoved("processedNotificationUrl") };
}
