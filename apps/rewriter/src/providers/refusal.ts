/** A provider's error, in a form common to all three. */
export interface Refusal {
  readonly message: string;
  readonly badKey: boolean;
  readonly quotaUsedUp: boolean;
  readonly rateLimited: boolean;
  /** Whether the provider blocked the request for safety. */
  readonly blocked: boolean;
}

/**
 * Reads the body of an error response, or the error object of an event in a stream: OpenAI and Anthropic send `{error: {type, code,
 * message}}`, Gemini `{error: {code, status, message, details: [{reason}]}}`; SDKs wrap it again.
 */
export function readRefusal(body: unknown): Refusal {
  const error = innermost(typeof body === "string" ? parsed(body) : body, 3);
  const words = [error.type, error.code, error.status, ...reasonsOf(error.details)].filter((word) => typeof word === "string");
  const message = typeof error.message === "string" ? error.message : "";
  return {
    message,
    badKey: words.some((word) => /^(API_KEY_INVALID|invalid_api_key|authentication_error|UNAUTHENTICATED)$/.test(word)),
    quotaUsedUp: words.includes("insufficient_quota"),
    rateLimited: words.some((word) => /^(rate_limit_error|rate_limit_exceeded|RESOURCE_EXHAUSTED|insufficient_quota)$/.test(word)),
    // Anthropic has no error code for content filtering, so its message is matched.
    blocked: words.some((word) => /^content_(filter|policy_violation)$/.test(word)) || /content filtering policy/.test(message),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function innermost(value: unknown, depth: number): Fields {
  if (!isObject(value)) return {};
  return depth > 0 && isObject(value.error) ? innermost(value.error, depth - 1) : value;
}

function reasonsOf(details: unknown): unknown[] {
  return Array.isArray(details) ? details.map((detail) => (isObject(detail) ? detail.reason : undefined)) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
