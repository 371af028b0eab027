import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type WebhookAttemptSchema,
  type WebhookDeliverySchema,
  WebhookDeliveryState,
  type WebhookRecoverySchema,
} from "@parley/contracts/notifications";
import { targetMessage } from "../config/target.ts";
import type { AttemptRow } from "../queue/webhook-outcomes.store.ts";
import type { DeliveryRow, LogFilter } from "./webhook-log.store.ts";
import type { RecoveryRow } from "./webhook-recoveries.store.ts";

type State = Exclude<LogFilter["state"], "">;

const states = {
  pending: WebhookDeliveryState.PENDING,
  delivered: WebhookDeliveryState.DELIVERED,
  failed: WebhookDeliveryState.FAILED,
  held: WebhookDeliveryState.HELD,
} as const satisfies Record<State, WebhookDeliveryState>;

/** The state of a message; empty for the unspecified one. */
export function stateOf(message: WebhookDeliveryState): LogFilter["state"] {
  return (Object.keys(states) as State[]).find((state) => states[state] === message) ?? "";
}

/** `body` is the payload, if it is requested and still stored. */
export function deliveryMessage(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
  body: string | undefined,
): MessageInitShape<typeof WebhookDeliverySchema> {
  const { deliveredAtMs, nextAttemptAtMs, problem } = row;
  return {
    webhookId: row.webhookId,
    target: targetMessage(row.target),
    endpointId: row.target,
    trigger: row.trigger,
    organizationId: row.organizationId,
    documentId: row.documentId,
    annotationId: row.annotationId,
    sequence: BigInt(row.sequence),
    state: states[nextAttemptAtMs !== null ? "pending" : (problem ?? "delivered")],
    createdAtMs: BigInt(row.createdAtMs),
    ...(deliveredAtMs === null ? {} : { deliveredAtMs: BigInt(deliveredAtMs) }),
    ...(nextAttemptAtMs === null ? {} : { nextAttemptAtMs: BigInt(Math.max(nextAttemptAtMs, row.createdAtMs)) }),
    attemptCount: row.attempts,
    attempts: attempts.map(attemptMessage),
    ...(body === undefined ? {} : { bodyJson: body }),
  };
}

export function attemptMessage(row: AttemptRow): MessageInitShape<typeof WebhookAttemptSchema> {
  const { number, startedAtMs, durationMs, status, errorClass, error, responseExcerpt } = row;
  return {
    number,
    durationMs,
    errorClass,
    error,
    responseExcerpt,
    startedAtMs: BigInt(startedAtMs),
    ...(status === null ? {} : { status }),
  };
}

export function recoveryMessage(row: RecoveryRow): MessageInitShape<typeof WebhookRecoverySchema> {
  const { recoveryId, fromMs, toMs, recovered, skipped, startedAtMs, completedAtMs, target } = row;
  return {
    recoveryId,
    endpointId: target,
    fromMs: BigInt(fromMs),
    toMs: BigInt(toMs),
    isCompleted: completedAtMs !== null,
    recoveredCount: BigInt(recovered),
    skippedCount: BigInt(skipped),
    startedAtMs: BigInt(startedAtMs),
    ...(completedAtMs === null ? {} : { completedAtMs: BigInt(completedAtMs) }),
  };
}
