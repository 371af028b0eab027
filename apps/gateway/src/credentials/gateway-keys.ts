import type { KeyObject } from "node:crypto";
import { authTokenKeyOf, expandedKey, gatewayKeyOf, type SealingKey, webhookPortalKeyOf } from "@parley/kernel";
import { derivedKeysOf } from "@parley/runtime";

export type KeysFor = (purpose: string) => [Buffer, ...Buffer[]];

interface GatewayKeys {
  /** The keys for one purpose, newest first. */
  readonly keysFor: KeysFor;
  /** The keys that mark issued tokens. */
  readonly tokenKeys: readonly KeyObject[];
  /** The keys that open webhook portal links. */
  readonly portalKeys: readonly SealingKey[];
}

/** The keys of a gateway, all derived from the configured ones. */
export function gatewayKeysOf(config: Parameters<typeof derivedKeysOf>[0]): GatewayKeys {
  const gatewayKeys = derivedKeysOf(config, gatewayKeyOf);
  return {
    keysFor: (purpose) => gatewayKeys.map((key) => expandedKey(key, purpose)) as [Buffer, ...Buffer[]],
    tokenKeys: gatewayKeys.map(authTokenKeyOf),
    portalKeys: gatewayKeys.map(webhookPortalKeyOf),
  };
}
