import { createHmac } from "node:crypto";
import type { SealingKey, SealingKeys } from "./sealing-key.ts";

const noSalt = Buffer.alloc(0);

/**
 * The key that a gateway holds, derived from a master key: HKDF-Extract without a salt (RFC 5869, SHA-256). The gateway's other keys are
 * expanded from it. It opens nothing that services store: their keys are extracted with a salt, from the master key itself.
 */
export function gatewayKeyOf({ id, key }: SealingKey): SealingKey {
  return { id, key: createHmac("sha256", noSalt).update(key).digest() };
}

/** The key that the notifications service holds, derived from a master key: it seals links to unsubscribe. */
export function notificationsKeyOf(masterKey: SealingKey): SealingKey {
  return { id: masterKey.id, key: expandedKey(gatewayKeyOf(masterKey), "parley unsubscribe links") };
}

/** Derives a key from each of the keys, in their order. */
export function derivedFrom([newest, ...older]: SealingKeys, derive: (key: SealingKey) => SealingKey): SealingKeys {
  return [derive(newest), ...older.map(derive)];
}

/** A key for one purpose: HKDF-Expand, 32 bytes. Expanded from a gateway's key it equals HKDF of the master key without a salt. */
export function expandedKey({ key }: SealingKey, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).update(Buffer.of(1)).digest();
}
