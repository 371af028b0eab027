import type { WebhookSigningSecret } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";

/** The signing secret in a response, in plain text. */
export const signingSecret = z.object({
  secret: z.string().meta({ description: "`whsec_` and the base64 of 32 bytes, as the libraries of Standard Webhooks take it." }),
  createdAt: timestampMs().meta(texts.createdAt),
  previousSignsUntil: timestampMs().nullable().meta({
    description: "When the last earlier secret stops signing; null if none does.",
  }),
});

interface ShownSecret {
  readonly secret?: WebhookSigningSecret | undefined;
  readonly previousSignsUntilMs?: bigint | undefined;
}

export function fromSigningSecret({ secret, previousSignsUntilMs }: ShownSecret) {
  return {
    secret: secret?.secret,
    createdAt: secret && Number(secret.createdAtMs),
    previousSignsUntil: previousSignsUntilMs === undefined ? null : Number(previousSignsUntilMs),
  };
}
