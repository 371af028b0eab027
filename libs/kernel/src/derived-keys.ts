import { createHmac } from "node:crypto";
import type { SealingKey, SealingKeys } from "./sealing-key.ts";

const noSalt = Buffer.alloc(0);

/**
 * What a gateway holds of a master key: HKDF-Extract without a salt (RFC 5869, SHA-256). The keys of the gateway are expanded from it. It
 * opens nothing that services store: the keys for that are extracted with a salt, from the master key itself.
 */
export function gatewayKeyOf({ id, key }: SealingKey): SealingKey {
  return { id, key: createHmac("sha256", noSalt).update(key).digest() };
}

/** What the notifications service holds of a master key: the key of its links to unsubscribe. */
export function notificationsKeyOf(masterKey: SealingKey): SealingKey {
  return { id: masterKey.id, key: expandedKey(gatewayKeyOf(masterKey), "parley unsubscribe links") };
}

/** What is derived from each of the keys, in their order. */
export function derivedFrom([newest, ...older]: SealingKeys, derive: (key: SealingKey) => SealingKey): SealingKeys {
  return [derive(newest), ...older.map(derive)];
}

/** A key for one purpose: HKDF-Expand, 32 bytes. With a gateway's key it is what HKDF without a salt makes of the master key. */
export function expandedKey({ key }: SealingKey, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).update(Buffer.of(1)).digest();
}
