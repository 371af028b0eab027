/** A mail as a provider takes it. */
export interface OutgoingMail {
  readonly publicId: string;
  readonly from: { readonly address: string; readonly name: string };
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets. The same in every attempt. */
  readonly messageId: string;
  /** The thread's, with angle brackets; empty for a mail that belongs to none. */
  readonly references: string;
  /** Empty without one. */
  readonly unsubscribeUrl: string;
  /** A dynamic template of SendGrid, and what it is filled with. */
  readonly templateId: string;
  readonly templateData: Readonly<Record<string, unknown>>;
}

/** Why an attempt failed; permanent words that customers may test. */
export type EmailErrorClass =
  | "address_refused"
  | "message_refused"
  | "temporary"
  | "rate_limited"
  | "timeout"
  | "connect_timeout"
  | "connection"
  | "dns"
  | "tls"
  | "authentication"
  | "blocked_address"
  | "configuration";

/** What came of one attempt. */
export type SendResult =
  | { readonly kind: "accepted"; readonly response: string }
  | {
      /** `permanent`: another attempt would get the same answer. */
      readonly kind: "temporary" | "permanent";
      readonly errorClass: EmailErrorClass;
      /** A sentence. */
      readonly error: string;
      /** What the server said; empty when it said nothing. */
      readonly response: string;
      /** How long the provider has asked to be left alone. */
      readonly retryAfterMs?: number;
    };

/** Someone who takes mails. */
export interface Provider {
  /** Hands over one mail. Never fails: what went wrong is an answer too. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>;
  close(): void;
}

/** Whether the fault is the provider's and not the mail's: then those behind it would meet the same. */
export function isProviderFault(result: SendResult): boolean {
  if (result.kind === "accepted") return false;
  return !["address_refused", "message_refused", "temporary"].includes(result.errorClass);
}
