import { BlockedAddress } from "../guard/egress-guard.ts";
import { ExchangeTimeout } from "./exchange.ts";

/** Why an attempt failed; permanent words that customers may test. */
type ErrorClass =
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

interface Fault {
  readonly errorClass: ErrorClass;
  readonly error: string;
}

const dnsCalls = /^(query|getaddrinfo)/;
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** What an error says to the customer: a class and a sentence, without what only the operator may know. */
export function faultOf(error: unknown): Fault {
  if (error instanceof BlockedAddress) return { errorClass: "blocked_address", error: error.message };
  if (error instanceof ExchangeTimeout) return { errorClass: "timeout", error: error.message };
  const { code = "unknown", syscall = "" } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { errorClass: "connect_timeout", error: "The connection was not made in time." };
  if (code === "UND_ERR_INVALID_ARG") return { errorClass: "configuration", error: "The auth token cannot be sent in a header." };
  if (dnsCalls.test(syscall)) return { errorClass: "dns", error: `The host name could not be resolved (${code}).` };
  if (tlsCodes.test(code)) return { errorClass: "tls", error: `The TLS connection could not be made (${code}).` };
  return { errorClass: "connection", error: `The connection failed (${code}).` };
}
