import { webhookRetrySeconds } from "@parley/contracts/defaults";
import { egressSettings } from "@parley/egress";
import { type ConfigOf, type ConfigShape, constant, integer, setting } from "@parley/runtime";
import * as z from "zod";

const retryDelays = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, "must be comma-separated numbers of seconds")
  .default(webhookRetrySeconds.join(","))
  .transform((text): readonly number[] => text.split(",").map((seconds) => Number(seconds) * 1_000))
  .refine((delays) => delays.length <= 20 && delays.every((ms) => ms <= 7 * 86_400_000), "must be 20 delays of at most 7 days");

/** The settings of webhook delivery. */
export const webhookSettings = {
  ...egressSettings,
  webhookRetryDelaysMs: setting("PARLEY_WEBHOOK_RETRY_SECONDS", {
    description:
      "Comma-separated seconds between the attempts at a delivery, each varied by 20 %; after the last attempt the delivery has failed.",
    schema: retryDelays,
    defaultText: webhookRetrySeconds.join(","),
  }),
  /** Milliseconds in which a connection to an endpoint must be established. */
  webhookConnectTimeoutMs: constant(5_000),
  webhookTimeoutMs: integer("PARLEY_WEBHOOK_TIMEOUT_MS", {
    description: "Milliseconds in which an endpoint must have responded, connection included.",
    default: 15_000,
    min: 10,
    max: 120_000,
  }),
  /** Concurrent requests of a process to all endpoints. */
  webhookConcurrency: constant(1_024),
  /** Concurrent requests, and so connections, of a process to one endpoint. */
  webhookEndpointConcurrency: constant(32),
  /** Endpoints to which a process keeps connections open; beyond that, those of the least recently used endpoint are closed. */
  webhookEndpointPools: constant(2_000),
  webhookEndpointRate: integer("PARLEY_WEBHOOK_ENDPOINT_RATE", {
    description: "Requests that a process sends to one endpoint in a second.",
    default: 2_000,
    min: 1,
    max: 100_000,
  }),
  /** Failures in a row after which an endpoint is paused: 5 s, then twice as long each time up to 60 s. */
  webhookBreakerFailures: constant(10),
  webhookLeaseMs: integer("PARLEY_WEBHOOK_LEASE_MS", {
    description: "Milliseconds without a renewed lease after which another process takes over a process's endpoints.",
    default: 30_000,
    min: 500,
    max: 600_000,
  }),
  /** Milliseconds for which the last known configuration of an API key is used while the workspace service is down. */
  webhookConfigOutageMs: constant(600_000),
  webhookRetentionDays: integer("PARLEY_WEBHOOK_RETENTION_DAYS", {
    description: "Days for which deliveries, their payloads and their attempts are kept.",
    default: 30,
    min: 5,
    max: 3_650,
  }),
} satisfies ConfigShape;

export type WebhookConfigSettings = ConfigOf<typeof webhookSettings>;
