import type { SealedPlace } from "./sealing.ts";

// Every secret of this service has a place of its own: a text sealed for one place opens in no other. A place must never be renamed, or the
// secrets sealed for it are lost.

export function authTokenPlace(apiKeyId: string, tokenId: string): SealedPlace {
  return { field: "auth_token", keyId: `${apiKeyId}/${tokenId}` };
}

export function emailApiKeyPlace(apiKeyId: string): SealedPlace {
  return { field: "email_api_key", keyId: apiKeyId };
}

export function webhookAuthTokenPlace(apiKeyId: string): SealedPlace {
  return { field: "webhook_auth_token", keyId: apiKeyId };
}

export function webhookSecretPlace(apiKeyId: string, secretId: string): SealedPlace {
  return { field: "webhook_secret", keyId: `${apiKeyId}/${secretId}` };
}

/** The headers and secrets of an endpoint, sealed together. */
export function webhookEndpointPlace(apiKeyId: string, endpointId: string): SealedPlace {
  return { field: "webhook_endpoint", keyId: `${apiKeyId}/${endpointId}` };
}

export function providerKeyPlace(provider: string): SealedPlace {
  return { field: "provider_key", keyId: provider };
}

/** The place of the stored response of an idempotent request, under a master key. */
export function keptAnswerPlace(scopeId: string, key: string): string[] {
  return ["idempotent_answer", scopeId, key];
}
