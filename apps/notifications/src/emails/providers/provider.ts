import type { EmailErrorClass } from "@parley/contracts/notifications";

/** A mail in the form that providers take. */
export interface OutgoingMail {
  readonly publicId: string;
  readonly from: { readonly address: string; readonly name: string };
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Message-ID with angle brackets; the same in every attempt. */
  readonly messageId: string;
  /** The thread's id, with angle brackets; empty for a mail without a thread. */
  readonly references: string;
  /** Empty when the mail has no unsubscribe link. */
  readonly unsubscribeUrl: string;
  /** A dynamic template of SendGrid, with its data. */
  readonly templateId: string;
  readonly templateData: Readonly<Record<string, unknown>>;
}

/** The result of one attempt. */
export type SendResult =
  | { readonly kind: "accepted"; readonly response: string }
  | {
      /** `permanent`: another attempt would get the same response. */
      readonly kind: "temporary" | "permanent";
      readonly errorClass: EmailErrorClass;
      /** A sentence. */
      readonly error: string;
      /** The server's response; empty when there was none. */
      readonly response: string;
      /** The pause that the provider has asked for. */
      readonly retryAfterMs?: number;
    };

/** A provider that accepts mails. */
export interface Provider {
  /** Sends one mail. Never fails: an error is a result too. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>;
  close(): void;
}

/** Whether the fault is the provider's and not the mail's: the next mails would then fail as well. */
export function isProviderFault(result: SendResult): boolean {
  if (result.kind === "accepted") return false;
  return !["address_refused", "address_unsupported", "message_refused", "temporary"].includes(result.errorClass);
}

// A line of a header has 998 characters at most (RFC 5322, section 2.1.1), and an address within it cannot be folded.
const longestHeaderUrl = 900;

/** The headers by which mail programs offer to unsubscribe. Left out with a longer link, which the text of the mail still has. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  if (url === "" || url.length > longestHeaderUrl) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
