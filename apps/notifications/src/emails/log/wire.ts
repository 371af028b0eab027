import type { MessageInitShape } from "@bufbuild/protobuf";
import { type EmailSchema, EmailState } from "@parley/contracts/notifications";
import type { EmailRow, LogFilter, LoggedItemRow } from "./email-log.store.ts";

const states = {
  pending: EmailState.PENDING,
  sent: EmailState.SENT,
  failed: EmailState.FAILED,
  dropped: EmailState.DROPPED,
} as const satisfies Record<EmailRow["state"], EmailState>;

/** The state of a message; empty for the unspecified one. */
export function stateOf(message: EmailState): LogFilter["state"] {
  return (Object.keys(states) as EmailRow["state"][]).find((state) => states[state] === message) ?? "";
}

export function emailMessage(row: EmailRow, items: readonly LoggedItemRow[]): MessageInitShape<typeof EmailSchema> {
  const { publicId, state, createdAtMs, sentAtMs, nextAttemptAtMs } = row;
  const { reason, userId, organizationId, documentId, annotationId, address, response, errorClass, error, itemCount } = row;
  return {
    reason,
    userId,
    organizationId,
    documentId,
    annotationId,
    address,
    response,
    errorClass,
    error,
    itemCount,
    emailId: publicId,
    state: states[state],
    createdAtMs: BigInt(createdAtMs),
    ...(sentAtMs === null ? {} : { sentAtMs: BigInt(sentAtMs) }),
    ...(nextAttemptAtMs === null ? {} : { nextAttemptAtMs: BigInt(Math.max(nextAttemptAtMs, createdAtMs)) }),
    attemptCount: row.attempts,
    items: items.map(({ kind, commentId, actorId, text, writtenAtMs }) => ({
      kind,
      commentId,
      text,
      fromUserId: actorId,
      writtenAtMs: BigInt(writtenAtMs),
    })),
  };
}
