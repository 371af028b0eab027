import { WebhookPayload } from "@parley/contracts/workspace";
import type { FakeServices, FurtherEndpoint } from "../fake-services.ts";
import { configure, secret } from "./configure.ts";

type Fields = FurtherEndpoint["endpoint"] & { readonly headers?: Record<string, string>; readonly secret?: string };

/** A further endpoint with raw bodies of all triggers, unless the fields say otherwise. */
export function furtherEndpoint({ headers = {}, secret: own = secret, ...fields }: Fields): FurtherEndpoint {
  return {
    endpoint: { payload: WebhookPayload.RAW, metadataJson: "{}", ...fields },
    headers,
    signingSecrets: [{ secret: own, createdAtMs: 1n }],
  };
}

/** Gives an API key these endpoints, and no URL in its webhook configuration. */
export function configureEndpoints(fakes: FakeServices, apiKeyId: string, ...endpoints: readonly FurtherEndpoint[]): void {
  fakes.furtherEndpoints.set(apiKeyId, endpoints);
  configure(fakes, apiKeyId, {}, { useWebhookService: false });
}
