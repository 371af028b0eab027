import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What was seen of one attempt at a provider, below its SDK: the SDKs wrap, drop or reword what a fault is judged by. It is filled in by
 * `ProviderHttp` and read by `faultOf`.
 */
export interface Exchange {
  /** HTTP status of the answer; undefined while there is none. */
  status: number | undefined;
  /** How long the provider asks to be left alone. */
  retryAfterMs: number | undefined;
  /** Body of an answer that is no success. */
  refusal: string | undefined;
  /** What broke the connection, or ended the reading of the answer. */
  fault: unknown;
}

const current = new AsyncLocalStorage<Exchange>();

export function newExchange(): Exchange {
  return { status: undefined, retryAfterMs: undefined, refusal: undefined, fault: undefined };
}

/** Runs an attempt; what its SDK sends is seen in the exchange. */
export function inExchange<Result>(exchange: Exchange, attempt: () => Result): Result {
  return current.run(exchange, attempt);
}

export function currentExchange(): Exchange {
  return current.getStore() ?? newExchange();
}
