import {
  type WebhookAttempt,
  WebhookDeliveryState,
  type WebhookRecovery,
  WebhookTarget,
  webhookErrorClasses,
} from "@parley/contracts/notifications";
import { webhookEvents, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";

/** One of the nine triggers. */
export const trigger = () => z.enum(webhookTriggers);

/** A trigger, or an event about endpoints. */
export const loggedEvent = () => z.enum(webhookEvents);

const targets = { raw: WebhookTarget.RAW, processed: WebhookTarget.PROCESSED } as const;

/** One of the two endpoints of the webhook configuration. */
export const target = () => z.enum(["raw", "processed"]);

export function toTarget(name: keyof typeof targets | undefined): WebhookTarget {
  return name === undefined ? WebhookTarget.UNSPECIFIED : targets[name];
}

/** Null for any other endpoint. */
export const storedTarget = () =>
  target()
    .nullable()
    .meta({ description: "`raw` or `processed` for the two URLs of the webhook configuration; null for other endpoints." });

export function fromTarget(message: WebhookTarget): keyof typeof targets | null {
  if (message === WebhookTarget.UNSPECIFIED) return null;
  return message === WebhookTarget.PROCESSED ? "processed" : "raw";
}

/** The endpoint of a delivery, in a response. */
export const storedEndpointId = () => z.string().meta({ description: "`raw`, `processed`, or the id of another endpoint." });

const states = {
  pending: WebhookDeliveryState.PENDING,
  delivered: WebhookDeliveryState.DELIVERED,
  failed: WebhookDeliveryState.FAILED,
  held: WebhookDeliveryState.HELD,
} as const;

/** The state of a delivery. */
export const deliveryState = () => z.enum(["pending", "delivered", "failed", "held"]);

export function toState(name: keyof typeof states | undefined): WebhookDeliveryState {
  return name === undefined ? WebhookDeliveryState.UNSPECIFIED : states[name];
}

export function fromState(message: WebhookDeliveryState): string {
  return Object.entries(states).find(([, state]) => state === message)?.[0] ?? "pending";
}

/** An attempt of a delivery, in a response. */
export const storedAttempt = z.object({
  startedAt: wholeNumber().meta({ description: "When it started, in milliseconds since the epoch." }),
  durationMs: wholeNumber().meta({ description: "Duration of the attempt in milliseconds." }),
  status: wholeNumber().nullable().meta({ description: "HTTP status; null if there was no response." }),
  errorClass: z.enum(webhookErrorClasses).meta({ title: "WebhookErrorClass" }).nullable().meta({
    description:
      "Why the attempt failed; null for a success. Only a test event has `paused`: nothing was sent, because the endpoint has failed too often and is paused.",
  }),
  error: z.string().nullable().meta({ description: "The error, in a sentence." }),
  responseExcerpt: z
    .string()
    .meta({ description: "The beginning of the response body: at most 16 KiB, 500 bytes in lists of deliveries." }),
});

export function fromAttempt({ startedAtMs, durationMs, status, errorClass, error, responseExcerpt }: WebhookAttempt) {
  return {
    startedAt: Number(startedAtMs),
    durationMs,
    status: status ?? null,
    errorClass: errorClass || null,
    error: error || null,
    responseExcerpt,
  };
}

/** A recovery in a response. */
export const storedRecovery = z.object({
  recoveryId: z.string().meta({ description: "Id of the recovery." }),
  from: wholeNumber().meta({ description: "Start of the period, in milliseconds since the epoch." }),
  to: wholeNumber().meta(texts.to),
  isCompleted: z.boolean().meta({ description: "Whether the job is complete." }),
  recovered: wholeNumber().meta({ description: "Deliveries queued again so far." }),
  skipped: wholeNumber().meta({ description: "Deliveries whose payload has been removed." }),
  startedAt: wholeNumber().meta({ description: "When it started, in milliseconds since the epoch." }),
  completedAt: wholeNumber().nullable().meta({ description: "When it was completed, in milliseconds since the epoch; null until then." }),
  endpointId: z.string().nullable().meta({ description: "Set when only deliveries to one endpoint are resent." }),
});

export function fromRecovery(recovery: WebhookRecovery | undefined) {
  return {
    recoveryId: recovery?.recoveryId ?? "",
    from: Number(recovery?.fromMs ?? 0),
    to: Number(recovery?.toMs ?? 0),
    isCompleted: recovery?.isCompleted ?? false,
    recovered: Number(recovery?.recoveredCount ?? 0),
    skipped: Number(recovery?.skippedCount ?? 0),
    startedAt: Number(recovery?.startedAtMs ?? 0),
    completedAt: recovery?.completedAtMs === undefined ? null : Number(recovery.completedAtMs),
    endpointId: recovery?.endpointId || null,
  };
}
