import { EmailState, emailDropReasons, emailErrorClasses, emailFailureReasons } from "@parley/contracts/notifications";
import * as z from "zod";

const states = {
  pending: EmailState.PENDING,
  sent: EmailState.SENT,
  failed: EmailState.FAILED,
  dropped: EmailState.DROPPED,
} as const;

/** The state of an e-mail. */
export const emailState = () => z.enum(["pending", "sent", "failed", "dropped"]);

export function toState(name: keyof typeof states | undefined): EmailState {
  return name === undefined ? EmailState.UNSPECIFIED : states[name];
}

export function fromState(message: EmailState): string {
  return Object.entries(states).find(([, state]) => state === message)?.[0] ?? "pending";
}

/** Why an attempt failed. */
export const errorClass = () =>
  z
    .enum(emailErrorClasses)
    .meta({ title: "EmailErrorClass" })
    .nullable()
    .meta({ description: "Why the attempt failed; null for a success." });

/** Why an e-mail ended without being sent. */
export const reason = () =>
  z
    .enum([...emailFailureReasons, ...emailDropReasons])
    .meta({ title: "EmailReason" })
    .nullable()
    .meta({
      description: `Why it failed (${listed(emailFailureReasons)}) or was dropped (${listed(emailDropReasons)}); null for the others.`,
    });

/** The response of the mail server. */
export const response = () => z.string().nullable().meta({ description: "The server's response, 1,000 characters at most." });

export const errorSentence = () => z.string().nullable().meta({ description: "The error, in a sentence." });

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}
