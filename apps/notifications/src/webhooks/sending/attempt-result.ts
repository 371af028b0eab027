/** Why an attempt failed; permanent words that customers may test. */
export type ErrorClass =
  | "http_status"
  | "gone"
  | "redirect"
  | "timeout"
  | "connect_timeout"
  | "connection"
  | "dns"
  | "tls"
  | "blocked_address"
  | "configuration"
  // Of test events alone: nothing was sent.
  | "paused";

/** What came of one request to an endpoint. */
export interface AttemptResult {
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Undefined for a success. */
  readonly errorClass: ErrorClass | undefined;
  /** What went wrong, in a sentence for the customer; empty for a success. */
  readonly error: string;
  readonly responseExcerpt: string;
  /** How long the endpoint has asked to be left alone. */
  readonly retryAfterMs: number | undefined;
}
