import { databaseSettings } from "@parley/database";
import { erasureSettings } from "@parley/erasure";
import { messagingSettings, usageSettings } from "@parley/messaging";
import { constant, integer } from "@parley/runtime";
import { providerSettings } from "../providers/provider-settings.ts";

/** The commands of the rewriter need these settings, too. */
export const schemaSettings = databaseSettings("REWRITER");

/** The settings of the rewriter. */
export const rewriterSettings = {
  ...schemaSettings,
  ...messagingSettings,
  ...erasureSettings,
  ...providerSettings,
  ...usageSettings,
  /** Longest prompt and text together, in bytes of UTF-8. */
  maxInputBytes: constant(512 * 1024),
  /** Most models of an API key whose usage of a day is counted by name; further ones are counted together as `other`. */
  maxModelsPerDay: constant(100),
  timeoutMs: integer("PARLEY_REWRITER_TIMEOUT_MS", {
    description: "Milliseconds that a call may take in total, waiting and retries included.",
    default: 60_000,
    min: 100,
    max: 600_000,
  }),
  /** Most times that a provider is called for one call, the first included. */
  maxAttempts: constant(3),
  /** Milliseconds before the second attempt when the provider names no delay; doubled from one attempt to the next. */
  retryDelayMs: constant(500),
  maxCallsPerKey: integer("PARLEY_REWRITER_MAX_CALLS_PER_KEY", {
    description:
      "Most calls of one API key that run at a time in this process; lower than that of a workspace, to leave room for its other keys.",
    default: 16,
    min: 1,
    max: 10_000,
  }),
  /**
   * Most calls of one API key that wait for its other calls, as many as a gateway lets wait for a key; further ones fail
   * with RESOURCE_EXHAUSTED.
   */
  maxWaitingPerKey: constant(100),
  maxCallsPerWorkspace: integer("PARLEY_REWRITER_MAX_CALLS_PER_WORKSPACE", {
    description: "Most calls of one workspace that run at a time in this process.",
    default: 32,
    min: 1,
    max: 10_000,
  }),
  /** Most calls of one workspace that wait for its other calls; further ones fail with RESOURCE_EXHAUSTED. */
  maxWaitingPerWorkspace: constant(200),
  /** Most calls to one provider that run at a time in this process, and most connections to it. */
  maxCallsPerProvider: constant(256),
  /** Most calls to one provider that wait for others to it; further ones fail with RESOURCE_EXHAUSTED. */
  maxWaitingPerProvider: constant(512),
  /** Failed calls in a row of one model with one key after which it is not called with it for a while. */
  circuitFailures: constant(5),
  /** Milliseconds for which a model that keeps failing is not called. */
  circuitPauseMs: constant(10_000),
  callRetentionDays: integer("PARLEY_REWRITER_CALL_RETENTION_DAYS", {
    description: "Days for which the record of a single call is kept; usage by day and model stays.",
    default: 90,
    min: 1,
    max: 3_650,
  }),
  /** Milliseconds between two deletions of old records of calls. */
  removalIntervalMs: constant(600_000),
};
