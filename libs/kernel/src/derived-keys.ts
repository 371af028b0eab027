import { createHmac } from "node:crypto";

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

/** A master key, which seals the data keys that seal everything else; or a key derived from a master key. */
export interface SealingKey {
  /** Written into values sealed with a master key, so that the key can be found after a rotation. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Newest first: the newest seals, all of them open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];
