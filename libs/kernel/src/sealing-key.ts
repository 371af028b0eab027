/** A master key, which seals data keys, which seal everything else; or a key that is derived from one. */
export interface SealingKey {
  /** Written into what a master key seals, so that the key is found again after a rotation. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Newest first: the first seals, all open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];
