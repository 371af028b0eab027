import { shortened } from "@parley/kernel";
import { errors } from "undici";
import type { Exchange } from "./exchange.ts";
import { MalformedResponse } from "./malformed-response.ts";
import { ProviderFault } from "./provider-fault.ts";
import { redactKey } from "./redact-key.ts";
import { type Refusal, readRefusal } from "./refusal.ts";

/** The provider of the failed attempt. */
interface Asked {
  /** The provider's name as customers know it. */
  readonly title: string;
  readonly model: string;
  readonly apiKey: string;
}

/**
 * The fault of a failed attempt, judged by the exchange and not by the SDK's own errors, which differ and quote what was sent. An error
 * before any request was sent is a bug and is rethrown without the key.
 */
export function faultOf(error: unknown, exchange: Exchange, asked: Asked): Error {
  if (error instanceof ProviderFault) return error;
  const { status, fault, refusal } = exchange;
  if (fault !== undefined) return connectionFault(fault, exchange, asked);
  if (status === undefined) return new Error(`The SDK of ${asked.title} failed: ${redactKey(String(error), asked.apiKey)}`);
  if (refusal !== undefined) return refused(status, readRefusal(refusal), exchange, asked);
  return brokenAnswer(error, asked);
}

export function blockedFault(title: string): ProviderFault {
  return new ProviderFault("blocked", `${title} blocked the request or the answer for safety.`);
}

function connectionFault(fault: unknown, { status }: Exchange, { title }: Asked): ProviderFault {
  if (fault instanceof errors.ResponseExceededMaxSizeError)
    return new ProviderFault("bad_answer", `${title} answered with more data than is accepted.`);
  const what = status === undefined ? "could not be reached" : "broke off its answer";
  return new ProviderFault("unavailable", `${title} ${what}. Try again.`, { retryable: true });
}

function refused(status: number, refusal: Refusal, { retryAfterMs }: Exchange, asked: Asked): ProviderFault {
  const { title, model } = asked;
  if (status === 401 || refusal.badKey) return new ProviderFault("key_refused", `${title} refused the API key that is configured for it.`);
  if (status === 403)
    return new ProviderFault("key_refused", `${title} does not allow the configured API key to use the model ${shortened(model)}.`);
  if (status === 404)
    return new ProviderFault(
      "unknown_model",
      `${title} does not know the model ${shortened(model)}, or does not offer it for the configured API key.`,
    );
  if (status === 429) return limited(refusal, retryAfterMs, title);
  if (status >= 500) {
    const what = status === 529 || status === 503 ? "is overloaded" : "failed";
    return new ProviderFault("unavailable", `${title} ${what} (status ${status}). Try again.`, { retryable: true, retryAfterMs });
  }
  if (refusal.blocked) return blockedFault(title);
  const words = redactKey(refusal.message, asked.apiKey);
  return new ProviderFault("request_refused", `${title} refused the request (status ${status})${words === "" ? "." : `: ${words}`}`);
}

function limited({ quotaUsedUp }: Refusal, retryAfterMs: number | undefined, title: string): ProviderFault {
  if (quotaUsedUp) return new ProviderFault("rate_limited", `${title} says that the quota of the configured API key is used up.`);
  const when = retryAfterMs === undefined ? "later" : `in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`;
  return new ProviderFault("rate_limited", `${title} allows no more calls with the configured API key for now. Try again ${when}.`, {
    retryable: true,
    retryAfterMs,
  });
}

// A 2xx status followed by an error event or an unreadable body.
function brokenAnswer(error: unknown, asked: Asked): ProviderFault {
  const told = typeof error === "object" && error !== null && "error" in error && error.error ? readRefusal(error) : undefined;
  if (told?.rateLimited) return limited(told, undefined, asked.title);
  if (told !== undefined) return new ProviderFault("unavailable", `${asked.title} broke off its answer. Try again.`, { retryable: true });
  const what = error instanceof MalformedResponse || error instanceof SyntaxError ? "" : " (in the middle of it)";
  return new ProviderFault("bad_answer", `${asked.title} answered with an unreadable response${what}.`);
}
