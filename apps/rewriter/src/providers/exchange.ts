import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The HTTP exchange of one attempt at a provider, below its SDK, because the SDKs wrap, drop or reword the information by which a fault is
 * judged. `ProviderHttp` fills it in and `faultOf` reads it.
 */
export interface Exchange {
  /** Whether anything of the request may have reached the provider. */
  sent: boolean;
  /** HTTP status of the response; undefined while there is none. */
  status: number | undefined;
  /** How long the provider asks us to wait. */
  retryAfterMs: number | undefined;
  /** Whether the provider says that a repeat is in vain. */
  isFinal: boolean;
  /** Body of a response with an error status. */
  refusal: string | undefined;
  /** Body of a successful response that is JSON, although a stream was asked for. */
  whole: string | undefined;
  /** Whether a stream of events ended with OpenAI's word for an end. */
  saidDone: boolean;
  /** The error that broke the connection, or ended the reading of the response. */
  fault: unknown;
}

const current = new AsyncLocalStorage<Exchange>();

export function newExchange(): Exchange {
  return {
    sent: false,
    status: undefined,
    retryAfterMs: undefined,
    isFinal: false,
    refusal: undefined,
    whole: undefined,
    saidDone: false,
    fault: undefined,
  };
}

/** Runs an attempt; the exchange records what its SDK sends. */
export function inExchange<Result>(exchange: Exchange, attempt: () => Result): Result {
  return current.run(exchange, attempt);
}

export function currentExchange(): Exchange {
  return current.getStore() ?? newExchange();
}
