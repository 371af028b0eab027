import { erasureRequestsTopic } from "@parley/contracts/topics";
import { repeatEventsCommand } from "@parley/messaging";
import { type Command, type ConfigOf, type ConfigShape, constant, integer, quotaSetting } from "@parley/runtime";
import type { ErasureService } from "../model/plan.ts";

/** The settings of a module that erases data. */
export const erasureSettings = {
  /** Most rows that an erasure reads in one transaction. */
  erasureChunkRows: constant(5_000),
  /**
   * Milliseconds that the statements of one transaction of an erasure should take: it reads as many rows as fit. While the
   * service has requests it is at most 3.
   */
  erasureChunkMs: constant(25),
  /**
   * Pause of an erasure after a transaction while its service has requests, in percent of the transaction's duration, to
   * leave room for them. Without requests it does not pause.
   */
  erasurePausePercent: constant(400),
  /**
   * Tasks of erasures that a service works on at the same time, half of them for one API key; each takes a database
   * connection.
   */
  erasureConcurrency: constant(3),
  erasureLeaseMs: integer("PARLEY_ERASURE_LEASE_MS", {
    description: "Milliseconds without a renewed lease after which another process takes over a task of an erasure.",
    default: 30_000,
    min: 300,
    max: 60_000,
  }),
  /**
   * Milliseconds after which services are notified again of an erasure that is not complete, because the event may have been
   * lost.
   */
  erasureTellAgainMs: constant(3_600_000),
  /**
   * Milliseconds between two requests of a service to the owners of erasures for commands that it may have missed; it also
   * asks when it starts.
   */
  erasureAskEveryMs: constant(900_000),
  /**
   * Most milliseconds for which a starting service stays unready until the owners of erasures have responded with the
   * commands that it missed; after that it serves and keeps asking.
   */
  erasureAskWaitMs: constant(10_000),
  /**
   * Milliseconds after the deletion of an API key until its rows are searched for again: longer than a request takes that
   * was admitted just before. Also for the erasure of a user while a service cannot refuse the user's pages.
   */
  erasureApiKeyWaitMs: constant(30_000),
} satisfies ConfigShape;

/** The quota of a module that owns erasures; each module counts its own. */
export const removalQuotaSetting = quotaSetting(
  "PARLEY_ERASURE_MAX_REMOVALS_PER_KEY",
  "erasures of users' data and of places that are open or were requested within 90 days,",
);

export type ErasureConfig = ConfigOf<typeof erasureSettings>;

/** The command `repeat-removals`: after a backup was restored, it repeats the erasures since that backup. */
export function removalCommands(schema: ErasureService): Readonly<Record<string, Command>> {
  return {
    "repeat-removals": repeatEventsCommand({
      description: "Repeat the erasures since PARLEY_REPEAT_SINCE, after a backup of that time was restored; the service must be stopped.",
      topic: erasureRequestsTopic,
      schema,
    }),
  };
}
