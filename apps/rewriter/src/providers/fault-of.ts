import { shortened } from "@parley/kernel";
import { errors } from "undici";
import type { Exchange } from "./exchange.ts";
import { ProviderFault } from "./provider-fault.ts";
import { redactKey } from "./redact-key.ts";
import { type Refusal, readRefusal } from "./refusal.ts";

/** The provider of the failed attempt. */
interface Asked {
  /** The provider's name as customers know it. */
  readonly title: string;
  readonly model: string;
  readonly apiKey: string;
  /** Values of headers that are sent besides the key and may be secret. */
  readonly secrets?: readonly string[];
}

/**
 * The fault of a failed attempt, judged by the exchange and not by the SDK's own errors, which differ and quote what was sent. An error
 * before any request was sent is a bug and is rethrown without the key.
 */
export function faultOf(error: unknown, exchange: Exchange, asked: Asked): Error {
  if (error instanceof ProviderFault) return error;
  const { status, fault, refusal } = exchange;
  if (fault !== undefined) return connectionFault(fault, exchange, asked);
  if (status === undefined) return new Error(`The SDK of ${asked.title} failed: ${wordsOf(String(error), asked)}`);
  if (refusal !== undefined) return refused(status, readRefusal(refusal), exchange, asked);
  return brokenAnswer(error, exchange, asked);
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

function refused(status: number, refusal: Refusal, exchange: Exchange, asked: Asked): ProviderFault {
  const { title, model } = asked;
  const words = sentenceEnd(refusal.message, asked);
  if (status === 401 || refusal.badKey) return new ProviderFault("key_refused", `${title} refused the API key that is configured for it.`);
  if (status === 429) return limited(refusal, exchange, title);
  const failure = passingFailures[status] ?? (status >= 500 ? "failed" : undefined);
  if (failure !== undefined) return failing(`${title} ${failure} (status ${status}). Try again.`, refusal, exchange);
  if (refusal.blocked) return blockedFault(title);
  if (status === 403 && refusal.isReadable)
    return new ProviderFault("key_refused", `${title} does not allow the configured API key to use the model ${shortened(model)}${words}`);
  if (status === 404 && refusal.isReadable)
    return new ProviderFault(
      "unknown_model",
      `${title} does not know the model ${shortened(model)}, or does not offer it for the configured API key${words}`,
    );
  const who = refusal.isReadable ? title : `${title}, or a proxy in front of it,`;
  return new ProviderFault("request_refused", `${who} refused the request (status ${status})${words}`);
}

// The SDKs of OpenAI and Anthropic repeat these, too.
const passingFailures: Readonly<Record<number, string>> = {
  408: "did not get an answer in time",
  409: "was busy with another request",
  503: "is overloaded",
  529: "is overloaded",
};

function failing(message: string, { retryDelayMs }: Refusal, { isFinal, retryAfterMs = retryDelayMs }: Exchange): ProviderFault {
  return new ProviderFault("unavailable", message, { retryable: !isFinal, retryAfterMs });
}

function limited({ quotaUsedUp, retryDelayMs }: Refusal, exchange: Exchange, title: string): ProviderFault {
  if (quotaUsedUp) return new ProviderFault("rate_limited", `${title} says that the quota of the configured API key is used up.`);
  const { isFinal, retryAfterMs = retryDelayMs } = exchange;
  const when = retryAfterMs === undefined ? "later" : `in ${Math.max(1, Math.ceil(retryAfterMs / 1_000))} s`;
  return new ProviderFault("rate_limited", `${title} allows no more calls with the configured API key for now. Try again ${when}.`, {
    retryable: !isFinal,
    retryAfterMs,
  });
}

// A 2xx status followed by an error, an error event or an unreadable body.
function brokenAnswer(error: unknown, exchange: Exchange, asked: Asked): ProviderFault {
  const told = typeof error === "object" && error !== null && "error" in error && error.error ? readRefusal(error) : undefined;
  if (told === undefined) return new ProviderFault("bad_answer", `${asked.title} answered with an unreadable response.`);
  const status = told.status ?? 500;
  if (status < 500 && !(status in passingFailures)) return refused(status, told, exchange, asked);
  return failing(`${asked.title} broke off its answer${sentenceEnd(told.message, asked)} Try again.`, told, exchange);
}

/** The provider's words behind a colon, or the end of the sentence when it has none. */
function sentenceEnd(message: string, asked: Asked): string {
  const words = wordsOf(message, asked);
  return words === "" ? "." : `: ${words}${/[.!?…]$/.test(words) ? "" : "."}`;
}

function wordsOf(message: string, { apiKey, secrets = [] }: Asked): string {
  return [apiKey, ...secrets].reduce(redactKey, message);
}
