import type { EmailDropReason } from "@parley/contracts/notifications";
import type { Claimed } from "../../delivery/claimed.ts";
import { delayAfter } from "../../delivery/retry-delay.ts";
import type { OutgoingMail, SendResult } from "../providers/provider.ts";
import type { NamedProvider } from "../providers/providers.ts";
import type { EmailOutcome } from "./email-outcomes.store.ts";

/** A composed mail, and its provider. */
export interface Mail extends Claimed {
  readonly userId: string;
  readonly outgoing: OutgoingMail;
  readonly by: NamedProvider;
}

const nothing = {
  reason: "",
  delayMs: 0,
  wasAttempted: false,
  address: "",
  response: "",
  errorClass: "",
  error: "",
  suppresses: false,
} as const;

/** The outcome of a mail that is no longer wanted. */
export function dropped(claimed: Claimed, userId: string, reason: EmailDropReason): EmailOutcome {
  return { ...nothing, claimed, userId, state: "dropped", reason };
}

/** The outcome of a mail after its provider's response. */
export function mailOutcome(mail: Mail, result: SendResult, delaysMs: readonly number[]): EmailOutcome {
  const attempted = { ...nothing, claimed: mail, userId: mail.userId, address: mail.outgoing.to.address, wasAttempted: true };
  if (result.kind === "accepted") return { ...attempted, state: "sent", response: result.response };
  const { errorClass, error, response, retryAfterMs } = result;
  const failure = { ...attempted, errorClass, error, response };
  if (result.kind === "permanent") return { ...failure, state: "failed", reason: "refused", suppresses: errorClass === "address_refused" };
  const delayMs = delayAfter(mail.tries + 1, delaysMs, retryAfterMs);
  if (delayMs === undefined) return { ...failure, state: "failed", reason: "attempts_exhausted" };
  return { ...failure, state: "pending", delayMs };
}
