import { type ConfigOf, integer } from "@parley/runtime";
import type { Limits, Quotas } from "../context.ts";

/** Limits of the data that users can store. */
export const limitSettings = {
  maxMetadataBytes: integer("PARLEY_ACTIVITY_MAX_METADATA_BYTES", {
    description: "Maximum size of the metadata of one annotation or comment, in bytes of JSON.",
    default: 16 * 1024,
    min: 1024,
    max: 256 * 1024,
  }),
  maxThreadComments: integer("PARLEY_ACTIVITY_MAX_THREAD_COMMENTS", {
    description: "Maximum number of comments of one annotation.",
    default: 1_000,
    min: 1,
    max: 10_000,
  }),
  maxThreadBytes: integer("PARLEY_ACTIVITY_MAX_THREAD_BYTES", {
    description: "Maximum size of the comments and reactions of one annotation, in bytes; a thread is always read as a whole.",
    default: 2 * 1024 * 1024,
    min: 64 * 1024,
    max: 2 * 1024 * 1024,
  }),
  maxScannedRows: integer("PARLEY_ACTIVITY_MAX_SCANNED_ROWS", {
    description:
      "Maximum number of rows that one page of a list reads to find those that match its filters; the next page continues after them.",
    default: 5_000,
    min: 10,
    max: 100_000,
  }),
  searchKeysMs: integer("PARLEY_ACTIVITY_SEARCH_KEYS_MS", {
    description: "Milliseconds between two requests for the API keys with search; a change usually takes effect earlier.",
    default: 5_000,
    min: 10,
    max: 600_000,
  }),
  bookmarkMs: integer("PARLEY_ACTIVITY_BOOKMARK_MS", {
    description:
      "Milliseconds after which a call of WatchChanges without changes returns a bookmark; `PARLEY_CHANGES_BOOKMARK_MS` is the setting of the gateway's streams.",
    default: 15_000,
    min: 100,
    max: 60_000,
  }),
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
