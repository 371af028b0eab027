import { webhookEndpointPlace } from "../sealing/sealed-places.ts";
import type { Sealer } from "../sealing/sealer.ts";
import type { SigningSecret } from "./webhook-secrets.ts";

/** The sealed parts of an endpoint. */
export interface SealedParts {
  readonly headers: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
}

interface Place {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly endpointId: string;
}

/** Seals headers and secrets of an endpoint together. */
export function sealParts(sealer: Sealer, { workspaceId, apiKeyId, endpointId }: Place, parts: SealedParts): Promise<string> {
  return sealer.seal(workspaceId, webhookEndpointPlace(apiKeyId, endpointId), JSON.stringify(parts));
}

/** The headers, and the currently valid signing secrets. Fails with `SealingError`. */
export async function openParts(sealer: Sealer, { workspaceId, apiKeyId, endpointId }: Place, sealed: string): Promise<SealedParts> {
  const text = await sealer.open(workspaceId, webhookEndpointPlace(apiKeyId, endpointId), sealed);
  const { headers, secrets } = JSON.parse(text) as SealedParts;
  const nowMs = Date.now();
  return { headers, secrets: secrets.filter(({ signsUntilMs }) => signsUntilMs === null || signsUntilMs > nowMs) };
}
