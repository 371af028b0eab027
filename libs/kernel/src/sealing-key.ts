/** A key-encryption key: it seals data keys, which seal everything else. */
export interface SealingKey {
  /** Written into what it seals, so that the key is found again after a rotation. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}
