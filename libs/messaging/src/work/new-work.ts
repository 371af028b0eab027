/** A piece of slow work to be done. */
export interface NewWork {
  readonly apiKeyId: string;
  readonly payload: string;
  /** While work of this kind and key waits or runs for the API key, the same again is not added. */
  readonly dedupeKey?: string;
  /** Not before this long has passed, in ms. */
  readonly delayMs?: number;
  /** Which row of the business statement it belongs to, for the condition of `enqueueWork`. */
  readonly about?: string;
}

/** Parameters of a statement that contains `enqueueWork`. */
export interface WorkRows {
  readonly workKinds: readonly string[];
  readonly workApiKeyIds: readonly string[];
  readonly workDedupeKeys: readonly (string | null)[];
  readonly workPayloads: readonly string[];
  readonly workDelaysMs: readonly number[];
  readonly workAbouts: readonly string[];
}
