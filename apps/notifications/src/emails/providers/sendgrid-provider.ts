import type { EmailErrorClass } from "@parley/contracts/notifications";
import { retryAfterMs } from "@parley/runtime";
import type { EgressGuard } from "../../webhooks/guard/egress-guard.ts";
import type { EndpointPools } from "../../webhooks/sending/endpoint-pools.ts";
import { type EndpointResponse, ExchangeAborted, exchange } from "../../webhooks/sending/exchange.ts";
import { faultOf } from "../../webhooks/sending/webhook-sender.ts";
import { withholding } from "../../webhooks/sending/withholding.ts";
import { type OutgoingMail, type Provider, type SendResult, unsubscribeHeaders } from "./provider.ts";
import { needsSmtpUtf8, storable, unsupported } from "./smtp-fault.ts";

interface SendgridOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The owner of the connections. */
  readonly owner: string;
  readonly guard: EgressGuard;
  readonly pools: EndpointPools;
  readonly timeoutMs: number;
}

const path = "/v3/mail/send";

/** SendGrid, through version 3 of its HTTP API. */
export class SendgridProvider implements Provider {
  readonly #options: SendgridOptions;

  constructor(options: SendgridOptions) {
    this.#options = options;
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> {
    const { baseUrl, apiKey, owner, guard, pools, timeoutMs } = this.#options;
    try {
      const url = new URL(path, baseUrl);
      guard.refuseLiteral(url);
      const authorization = `Bearer ${apiKey}`;
      const headers = { "content-type": "application/json", "accept-encoding": "identity", "user-agent": "Parley-Emails/1", authorization };
      const request = { method: "POST", path: url.pathname, headers, body: Buffer.from(JSON.stringify(bodyOf(mail))) } as const;
      const answer = await exchange(pools.of(`${owner} sendgrid`, url.origin), request, timeoutMs, signal);
      return judged(withholding(answer, apiKey), mail.to.address, Date.now());
    } catch (error) {
      if (error instanceof ExchangeAborted) return temporary("timeout", error.message);
      const { errorClass, error: sentence } = faultOf(error);
      return temporary(errorClass as EmailErrorClass, sentence);
    }
  }

  close(): void {
    // The pools close the connections.
  }
}

function bodyOf(mail: OutgoingMail): object {
  const { from, to, subject, text, html, messageId, references, unsubscribeUrl, templateId, templateData } = mail;
  return {
    from: { email: from.address, ...(from.name === "" ? {} : { name: from.name }) },
    personalizations: [
      {
        to: [{ email: to.address, ...(to.name === "" ? {} : { name: to.name }) }],
        ...(templateId === "" ? {} : { dynamic_template_data: templateData }),
        custom_args: { parley_email_id: mail.publicId },
      },
    ],
    headers: {
      "Message-ID": messageId,
      "Auto-Submitted": "auto-generated",
      ...(references === "" ? {} : { References: references, "In-Reply-To": references }),
      ...unsubscribeHeaders(unsubscribeUrl),
    },
    ...(templateId === ""
      ? {
          subject,
          content: [
            { type: "text/plain", value: text },
            { type: "text/html", value: html },
          ],
        }
      : { template_id: templateId }),
  };
}

function judged({ status, retryAfter, excerpt }: EndpointResponse, to: string, nowMs: number): SendResult {
  const response = storable(`${status} ${excerpt}`.trim());
  if (status >= 200 && status < 300) return { kind: "accepted", response };
  if (status === 429) {
    const asked = retryAfterMs({ "retry-after": retryAfter }, nowMs);
    const result = temporary("rate_limited", "SendGrid responded 429: too many requests.", response);
    return asked === undefined ? result : { ...result, retryAfterMs: asked };
  }
  if (status === 401 || status === 403) return temporary("authentication", `SendGrid rejected the API key (${status}).`, response);
  if (status >= 500 || status === 408) return temporary("temporary", `SendGrid responded ${status}.`, response);
  if (isAboutAddress(excerpt) && needsSmtpUtf8(to)) return unsupported(status, response);
  if (isAboutAddress(excerpt)) return permanent("address_refused", `SendGrid refused the address (${status}).`, response);
  return permanent("message_refused", `SendGrid refused the mail (${status}).`, response);
}

// `{"errors":[{"message":"Does not contain a valid address.","field":"personalizations.0.to.0.email"}]}`
function isAboutAddress(excerpt: string): boolean {
  return /"field"\s*:\s*"personalizations\.0\.to\b/.test(excerpt);
}

function temporary(errorClass: EmailErrorClass, error: string, response = ""): SendResult & { kind: "temporary" | "permanent" } {
  return { kind: "temporary", errorClass, error, response };
}

function permanent(errorClass: EmailErrorClass, error: string, response: string): SendResult {
  return { kind: "permanent", errorClass, error, response };
}
