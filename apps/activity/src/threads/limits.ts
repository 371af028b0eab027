import type { Db } from "@parley/database";
import { type ConfigOf, integer, Quota, quotaSetting } from "@parley/runtime";
import type { Limits } from "../context.ts";
import { countAnnotations, countComments } from "./thread-counts.store.ts";

const maxAnnotations = quotaSetting("PARLEY_ACTIVITY_MAX_ANNOTATIONS_PER_KEY", "annotations");
const maxComments = quotaSetting("PARLEY_ACTIVITY_MAX_COMMENTS_PER_KEY", "comments");

/** The limits of what users can store. */
export const limitSettings = {
  maxAnnotations,
  maxComments,
  maxMetadataBytes: integer("PARLEY_ACTIVITY_MAX_METADATA_BYTES", {
    description: "Longest metadata of one annotation or comment, in bytes of JSON.",
    default: 16 * 1024,
    min: 1024,
    max: 256 * 1024,
  }),
  maxThreadComments: integer("PARLEY_ACTIVITY_MAX_THREAD_COMMENTS", {
    description: "Most comments of one annotation.",
    default: 1_000,
    min: 1,
    max: 10_000,
  }),
  maxThreadBytes: integer("PARLEY_ACTIVITY_MAX_THREAD_BYTES", {
    description: "Most bytes that the comments and reactions of one annotation take; a thread is always read as a whole.",
    default: 2 * 1024 * 1024,
    min: 64 * 1024,
    max: 2 * 1024 * 1024,
  }),
  maxScannedRows: integer("PARLEY_ACTIVITY_MAX_SCANNED_ROWS", {
    description: "Most rows that one page of a list reads to find those that match its filters; the next page continues after them.",
    default: 5_000,
    min: 10,
    max: 100_000,
  }),
};

export function limitsOf(db: Db, config: ConfigOf<typeof limitSettings>): Limits {
  return {
    annotations: new Quota({
      most: config.maxAnnotations,
      things: "annotations",
      setting: maxAnnotations.name,
      count: (apiKeyId, most) => countAnnotations(db, apiKeyId, most),
    }),
    comments: new Quota({
      most: config.maxComments,
      things: "comments",
      setting: maxComments.name,
      count: (apiKeyId, most) => countComments(db, apiKeyId, most),
    }),
    metadataBytes: config.maxMetadataBytes,
    threadComments: config.maxThreadComments,
    threadBytes: config.maxThreadBytes,
    scannedRows: config.maxScannedRows,
  };
}
