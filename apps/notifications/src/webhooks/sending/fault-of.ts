import { BlockedAddress } from "../guard/egress-guard.ts";
import type { ErrorClass } from "./attempt-result.ts";
import { ExchangeTimeout } from "./exchange.ts";

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
