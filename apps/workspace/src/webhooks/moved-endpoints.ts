import type { WebhookSettings } from "./webhook-settings.ts";

type Sent = Omit<WebhookSettings, "useWebhookService" | "triggers">;

/** The endpoints that an update of the configuration moves. */
export interface MovedEndpoints {
  readonly rawEndpointMoved: boolean;
  readonly processedEndpointMoved: boolean;
}

/** Which endpoints are sent to elsewhere, or otherwise: with another token, or in another form. One without a URL has not moved. */
export function movedEndpoints(stored: Sent, merged: Sent, hasNewToken: boolean): MovedEndpoints {
  const isOtherwise = hasNewToken || (["encodeData", "encryptData", "publicKey"] as const).some((name) => stored[name] !== merged[name]);
  const isMoved = (name: "rawNotificationUrl" | "processedNotificationUrl") =>
    merged[name] !== "" && (isOtherwise || stored[name] !== merged[name]);
  return { rawEndpointMoved: isMoved("rawNotificationUrl"), processedEndpointMoved: isMoved("processedNotificationUrl") };
}
