/** A provider's error, in a form common to all three. */
export interface Refusal {
  readonly message: string;
  /** Whether the body is empty or has the form of an API's errors: a page of a proxy or a firewall has not. */
  readonly isReadable: boolean;
  /** The HTTP status that belongs to the error, for an error without one of its own; undefined when it does not say. */
  readonly status: number | undefined;
  readonly badKey: boolean;
  readonly quotaUsedUp: boolean;
  readonly rateLimited: boolean;
  /** Whether the provider blocked the request for safety. */
  readonly blocked: boolean;
  /** The delay that the body asks for. */
  readonly retryDelayMs: number | undefined;
}

/**
 * Reads the body of an error response, or the error object of an event in a stream: OpenAI and Anthropic send `{error: {type, code,
 * message}}`, Gemini `{error: {code, status, message, details: [{reason}, {retryDelay}]}}`; SDKs wrap it again. Other servers send
 * `{error: "…"}`, `{message}`, `{detail: "…"}` or `{detail: [{msg}]}`.
 */
export function readRefusal(body: unknown): Refusal {
  const read = typeof body === "string" ? parsed(body) : body;
  const error = innermost(read, 3);
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const words = [error.type, error.code, error.status, ...details.map(({ reason }) => reason)].filter((word) => typeof word === "string");
  const message = messageOf(error);
  return {
    message,
    isReadable: isObject(read) || body === "",
    status: statusOf(words, error.code),
    badKey: words.some((word) => badKey.test(word)),
    quotaUsedUp: words.includes("insufficient_quota"),
    rateLimited: words.some((word) => rateLimited.test(word)),
    // Anthropic has no error code for content filtering, so its message is matched.
    blocked: words.some((word) => /^content_(filter|policy_violation)$/.test(word)) || /content filtering policy/.test(message),
    retryDelayMs: delayIn(details),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const badKey = /^(API_KEY_INVALID|invalid_api_key|authentication_error|UNAUTHENTICATED)$/;
const rateLimited = /^(rate_limit_error|rate_limit_exceeded|RESOURCE_EXHAUSTED|insufficient_quota)$/;

/** The statuses of the providers' words. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [badKey, 401],
  [rateLimited, 429],
  [/^(permission_error|PERMISSION_DENIED|unsupported_country_region_territory)$/, 403],
  [/^(not_found_error|model_not_found|NOT_FOUND)$/, 404],
  [/^(timeout_error|DEADLINE_EXCEEDED)$/, 408],
  [/^(overloaded_error|UNAVAILABLE)$/, 503],
  [/^(api_error|server_error|INTERNAL|UNKNOWN)$/, 500],
  [/^(invalid_request_error|invalid_prompt|context_length_exceeded|string_above_max_length|request_too_large)$/, 400],
  [/^(INVALID_ARGUMENT|FAILED_PRECONDITION|OUT_OF_RANGE|content_filter|content_policy_violation)$/, 400],
];

// OpenAI's type `invalid_request_error` covers nearly everything, so the patterns of more exact words come first.
function statusOf(words: readonly string[], code: unknown): number | undefined {
  const number = Number(code);
  if (Number.isInteger(number) && number >= 400 && number <= 599) return number;
  return statuses.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1];
}

function innermost(value: unknown, depth: number): Fields {
  if (!isObject(value)) return {};
  return depth > 0 && isObject(value.error) ? innermost(value.error, depth - 1) : value;
}

function messageOf({ error, message, detail }: Fields): string {
  const invalid = Array.isArray(detail) ? detail.filter(isObject).map(({ msg }) => msg) : [detail];
  return [error, message, invalid.filter((word) => typeof word === "string").join("; ")].find(isWords) ?? "";
}

function isWords(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

// Google's RetryInfo: seconds with a unit, as in "43s" and "1.5s".
function delayIn(details: readonly Fields[]): number | undefined {
  const [, seconds] = details.map(({ retryDelay }) => /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(String(retryDelay))).find((found) => found) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
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
