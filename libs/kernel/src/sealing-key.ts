/** A master key, which seals the data keys that seal everything else; or a key derived from a master key. */
export interface SealingKey {
  /** Written into values sealed with a master key, so that the key can be found after a rotation. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Newest first: the newest seals, all of them open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];
