import { type ConfigOf, constant, integer } from "@parley/runtime";
import type { Limits, Quotas } from "../context.ts";

/** Limits of the data that users can store. */
export const limitSettings = {
  /** Maximum size of the metadata of one annotation or comment, in bytes of JSON. */
  maxMetadataBytes: constant(16 * 1024),
  maxThreadComments: integer("PARLEY_ACTIVITY_MAX_THREAD_COMMENTS", {
    description: "Maximum number of comments of one annotation.",
    default: 1_000,
    min: 1,
    max: 10_000,
  }),
  /** Maximum size of the comments and reactions of one annotation, in bytes; a thread is always read as a whole. */
  maxThreadBytes: constant(2 * 1024 * 1024),
  /**
   * Maximum number of rows that one page of a list reads to find those that match its filters; the next page continues after
   * them.
   */
  maxScannedRows: constant(5_000),
  /** Milliseconds between two requests for the API keys with search; a change usually takes effect earlier. */
  searchKeysMs: constant(5_000),
  /** Milliseconds after which a call of WatchChanges without changes returns a bookmark. */
  bookmarkMs: constant(15_000),
};

export function limitsOf(config: ConfigOf<typeof limitSettings>): Omit<Limits, keyof Quotas> {
  return {
    metadataBytes: config.maxMetadataBytes,
    threadComments: config.maxThreadComments,
    threadBytes: config.maxThreadBytes,
    scannedRows: config.maxScannedRows,
    bookmarkMs: config.bookmarkMs,
  };
}
