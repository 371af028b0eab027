/** The reason why the text is missing or incomplete; the words are permanent and stored in the record of usage. */
const faultReasons = [
  "no_api_key",
  "key_refused",
  "rate_limited",
  "unknown_model",
  "request_refused",
  "unavailable",
  "timeout",
  "blocked",
  "declined",
  "empty",
  "cut",
  "bad_answer",
  "paused",
  "budget_used_up",
] as const;

export type FaultReason = (typeof faultReasons)[number];

interface Retry {
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
  /** The delay that the provider asks for. */
  readonly retryAfterMs?: number | undefined;
}

/** A failure between this service and a provider. The message is a sentence for the customer: it names the provider and contains no key. */
export class ProviderFault extends Error {
  readonly reason: FaultReason;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: FaultReason, message: string, { retryable = false, retryAfterMs }: Retry = {}) {
    super(message);
    this.name = "ProviderFault";
    this.reason = reason;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
