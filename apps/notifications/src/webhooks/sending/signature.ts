import { createHmac } from "node:crypto";
import type { SigningSecret } from "../config/delivery-config.ts";

/** The `webhook-signature` header of the bytes sent: a signature by each secret that signs at this time, newest first (Standard Webhooks). */
export function signatureOf(secrets: readonly SigningSecret[], webhookId: string, nowMs: number, body: Buffer): string {
  const timestamp = Math.floor(nowMs / 1_000);
  return secrets
    .filter(({ untilMs }) => nowMs < untilMs)
    .map(({ key }) => `v1,${createHmac("sha256", key).update(`${webhookId}.${timestamp}.`).update(body).digest("base64")}`)
    .join(" ");
}
