import { type ConfigOf, type ConfigShape, integer, quotaSetting } from "@parley/runtime";

/** The settings of a module that erases data. */
export const erasureSettings = {
  erasureChunkRows: integer("PARLEY_ERASURE_CHUNK_ROWS", {
    description: "Most rows that an erasure reads in one transaction.",
    default: 5_000,
    min: 1,
    max: 10_000,
  }),
  erasureChunkMs: integer("PARLEY_ERASURE_CHUNK_MS", {
    description:
      "Milliseconds that the statements of one transaction of an erasure should take: it reads as many rows as fit. While the service has requests it is at most 3.",
    default: 25,
    min: 1,
    max: 1_000,
  }),
  erasurePausePercent: integer("PARLEY_ERASURE_PAUSE_PERCENT", {
    description:
      "Pause of an erasure after a transaction while its service has requests, in percent of the transaction's duration, to leave room for them. Without requests it does not pause.",
    default: 400,
    min: 0,
    max: 10_000,
  }),
  erasureConcurrency: integer("PARLEY_ERASURE_CONCURRENCY", {
    description:
      "Tasks of erasures that a service works on at the same time, half of them for one API key; each takes a database connection.",
    default: 3,
    min: 1,
    max: 64,
  }),
  erasureLeaseMs: integer("PARLEY_ERASURE_LEASE_MS", {
    description: "Milliseconds without a renewed lease after which another process takes over a task of an erasure.",
    default: 30_000,
    min: 300,
    max: 60_000,
  }),
  erasureTellAgainMs: integer("PARLEY_ERASURE_TELL_AGAIN_MS", {
    description:
      "Milliseconds after which services are notified again of an erasure that is not complete, because the event may have been lost.",
    default: 3_600_000,
    min: 10,
    max: 86_400_000,
  }),
  erasureAskEveryMs: integer("PARLEY_ERASURE_ASK_EVERY_MS", {
    description:
      "Milliseconds between two requests of a service to the owners of erasures for commands that it may have missed; it also asks when it starts.",
    default: 900_000,
    min: 10,
    max: 86_400_000,
  }),
  erasureAskWaitMs: integer("PARLEY_ERASURE_ASK_WAIT_MS", {
    description:
      "Most milliseconds for which a starting service stays unready until the owners of erasures have responded with the commands that it missed; after that it serves and keeps asking.",
    default: 10_000,
    min: 0,
    max: 600_000,
  }),
  erasureApiKeyWaitMs: integer("PARLEY_ERASURE_API_KEY_WAIT_MS", {
    description:
      "Milliseconds after the deletion of an API key until its rows are searched for again: longer than a request takes that was admitted just before. Also for the erasure of a user while a service cannot refuse the user's pages.",
    default: 30_000,
    min: 0,
    max: 100_000,
  }),
} satisfies ConfigShape;

/** The quota of a module that owns erasures; each module counts its own. */
export const removalQuotaSetting = quotaSetting(
  "PARLEY_ERASURE_MAX_REMOVALS_PER_KEY",
  "erasures of users' data and of places that are open or were requested within 90 days,",
);

export type ErasureConfig = ConfigOf<typeof erasureSettings>;
