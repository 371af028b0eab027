import { databaseSettings } from "@parley/database";
import { erasureSettings } from "@parley/erasure";
import { messagingSettings, usageSettings } from "@parley/messaging";
import { integer } from "@parley/runtime";
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
  maxInputBytes: integer("PARLEY_REWRITER_MAX_INPUT_BYTES", {
    description: "Longest prompt and text together, in bytes of UTF-8.",
    default: 512 * 1024,
    min: 1,
    max: 16 * 1024 * 1024,
  }),
  maxModelsPerDay: integer("PARLEY_REWRITER_MAX_MODELS_PER_DAY", {
    description: "Most models of an API key whose usage of a day is counted by name; further ones are counted together as `other`.",
    default: 100,
    min: 1,
    max: 10_000,
  }),
  timeoutMs: integer("PARLEY_REWRITER_TIMEOUT_MS", {
    description: "Milliseconds that a call may take in total, waiting and retries included.",
    default: 60_000,
    min: 100,
    max: 600_000,
  }),
  maxAttempts: integer("PARLEY_REWRITER_MAX_ATTEMPTS", {
    description: "Most times that a provider is called for one call, the first included.",
    default: 3,
    min: 1,
    max: 10,
  }),
  retryDelayMs: integer("PARLEY_REWRITER_RETRY_DELAY_MS", {
    description: "Milliseconds before the second attempt when the provider names no delay; doubled from one attempt to the next.",
    default: 500,
    min: 1,
    max: 10_000,
  }),
  maxCallsPerKey: integer("PARLEY_REWRITER_MAX_CALLS_PER_KEY", {
    description:
      "Most calls of one API key that run at a time in this process; lower than that of a workspace, to leave room for its other keys.",
    default: 16,
    min: 1,
    max: 10_000,
  }),
  maxWaitingPerKey: integer("PARLEY_REWRITER_MAX_WAITING_PER_KEY", {
    description:
      "Most calls of one API key that wait for its other calls, as many as a gateway lets wait for a key; further ones fail with RESOURCE_EXHAUSTED.",
    default: 100,
    min: 0,
    max: 100_000,
  }),
  maxCallsPerWorkspace: integer("PARLEY_REWRITER_MAX_CALLS_PER_WORKSPACE", {
    description: "Most calls of one workspace that run at a time in this process.",
    default: 32,
    min: 1,
    max: 10_000,
  }),
  maxWaitingPerWorkspace: integer("PARLEY_REWRITER_MAX_WAITING_PER_WORKSPACE", {
    description: "Most calls of one workspace that wait for its other calls; further ones fail with RESOURCE_EXHAUSTED.",
    default: 200,
    min: 0,
    max: 100_000,
  }),
  maxCallsPerProvider: integer("PARLEY_REWRITER_MAX_CALLS_PER_PROVIDER", {
    description: "Most calls to one provider that run at a time in this process, and most connections to it.",
    default: 256,
    min: 1,
    max: 10_000,
  }),
  maxWaitingPerProvider: integer("PARLEY_REWRITER_MAX_WAITING_PER_PROVIDER", {
    description: "Most calls to one provider that wait for others to it; further ones fail with RESOURCE_EXHAUSTED.",
    default: 512,
    min: 0,
    max: 100_000,
  }),
  circuitFailures: integer("PARLEY_REWRITER_CIRCUIT_FAILURES", {
    description: "Failed calls in a row of one model with one key after which it is not called with it for a while.",
    default: 5,
    min: 1,
    max: 1_000,
  }),
  circuitPauseMs: integer("PARLEY_REWRITER_CIRCUIT_PAUSE_MS", {
    description: "Milliseconds for which a model that keeps failing is not called.",
    default: 10_000,
    min: 10,
    max: 600_000,
  }),
  callRetentionDays: integer("PARLEY_REWRITER_CALL_RETENTION_DAYS", {
    description: "Days for which the record of a single call is kept; usage by day and model stays.",
    default: 90,
    min: 1,
    max: 3_650,
  }),
  removalIntervalMs: integer("PARLEY_REWRITER_REMOVAL_MS", {
    description: "Milliseconds between two deletions of old records of calls.",
    default: 600_000,
    min: 10,
    max: 86_400_000,
  }),
};
