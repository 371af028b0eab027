import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
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
export const workParameters = {
  workKinds: listOf(types.text),
  workApiKeyIds: listOf(types.text),
  workDedupeKeys: listOf(nullable(types.text)),
  workPayloads: listOf(types.text),
  workDelaysMs: listOf(types.bigint),
  workAbouts: listOf(types.text),
};
export type WorkRows = ValuesOf<typeof workParameters>;
