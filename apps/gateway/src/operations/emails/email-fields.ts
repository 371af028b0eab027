import { EmailState } from "@parley/contracts/notifications";
import * as z from "zod";

const states = {
  pending: EmailState.PENDING,
  sent: EmailState.SENT,
  failed: EmailState.FAILED,
  dropped: EmailState.DROPPED,
} as const;

/** What became of a mail. */
export const emailState = () => z.enum(["pending", "sent", "failed", "dropped"]);

export function toState(name: keyof typeof states | undefined): EmailState {
  return name === undefined ? EmailState.UNSPECIFIED : states[name];
}

export function fromState(message: EmailState): string {
  return Object.entries(states).find(([, state]) => state === message)?.[0] ?? "pending";
}

export const errorClass = () =>
  z.string().nullable().meta({
    description:
      "Null for a success; else `address_refused`, `message_refused`, `temporary`, `rate_limited`, `timeout`, `connect_timeout`, `connection`, `dns`, `tls`, `authentication`, `blocked_address` or `configuration`.",
  });

/** What the server said. */
export const response = () => z.string().nullable().meta({ description: "The server's response, 1,000 characters at most." });

export const errorSentence = () => z.string().nullable().meta({ description: "What went wrong, in a sentence." });
