import type { GetWebhookSecretResponse, RotateWebhookSecretResponse } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";

/** The signing secret as it is read, in plain text. */
export const signingSecret = z.object({
  secret: z.string().meta({ description: "`whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it." }),
  createdAt: timestampMs(),
  previousSignsUntil: timestampMs().nullable().meta({
    description: "When the last earlier secret stops signing; null if none does.",
  }),
});

export function fromSigningSecret({ secret, previousSignsUntilMs }: GetWebhookSecretResponse | RotateWebhookSecretResponse) {
  return {
    secret: secret?.secret,
    createdAt: secret && Number(secret.createdAtMs),
    previousSignsUntil: previousSignsUntilMs === undefined ? null : Number(previousSignsUntilMs),
  };
}
