import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "./failure.ts";
import type { RowLimits } from "./key-limits.ts";

/**
 * The request being served, available to every layer below without a parameter. The RPC client copies it into headers, the RPC server
 * restores it from them, and the database derives its time-out from it.
 */
export interface RequestContext {
  /** Correlates logs, errors and the customer's `x-request-id`. */
  readonly requestId: string;
  /** `performance.now()` value in ms after which the caller no longer waits; infinite for a stream whose caller set no deadline. */
  readonly deadlineMs: number;
  /** Aborted when the caller is gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Whether a trace of the request is recorded; layers open spans only then. */
  readonly traced: boolean;
  /**
   * Set when the request may be sent again after its response was lost; the same in every repeat. Ids that the request creates are then
   * derived from it (`deterministicId`), so that a repeat creates nothing twice.
   */
  readonly idempotencyKey?: string | undefined;
  /** Set while an event is handled: no caller waits for a response. */
  readonly isEvent?: boolean;
  /** Whether the request was sent before, and may have taken effect although its response was lost. */
  readonly isRepetition?: boolean;
  /** Which attempt at the request this is; set only with `idempotencyKey`. Once a newer attempt has begun, an older one writes nothing. */
  readonly attempt?: Attempt | undefined;
  /** The audit record of the request, as `workspace/record`. */
  readonly auditRecord?: string | undefined;
  /** The row limits of the API key that the request acts for; undefined when it has none. */
  readonly rowLimits?: RowLimits | undefined;
  /** The token of a user's browser that the request came with; undefined for requests of servers. */
  readonly userToken?: UserTokenClaim | undefined;
}

/** What identifies the token of a user's browser when it is revoked. */
export interface UserTokenClaim {
  readonly apiKeyId: string;
  /** The user, as a hash (`userHashOf`). */
  readonly userHash: string;
  /** By the clock of the workspace service's database, which also dates revocations. */
  readonly issuedAtMs: number;
}

/** One attempt at a request that may be sent again. */
export interface Attempt {
  /** 0 for the first attempt, higher for each later one. */
  readonly number: number;
  /** When the first attempt began, in ms since the epoch, by the clock of the workspace service's database. */
  readonly firstSentAtMs: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work as part of a request. */
export function runWithContext<Result>(call: RequestContext, work: () => Result): Result {
  return storage.run(call, work);
}

/** The request being served, or undefined in background work. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Time-out in ms for a call to another service: a third of the current request's remaining time, so that the request can go on without the
 * response, but at least 2 s; 5 s outside of a request, and in a stream without a deadline. The client never sends more than the remaining time.
 */
export function questionTimeMs(): number {
  const call = storage.getStore();
  return call === undefined || call.deadlineMs === Number.POSITIVE_INFINITY
    ? 5_000
    : Math.max(2_000, (call.deadlineMs - performance.now()) / 3);
}

/**
 * Milliseconds left of the current request, at least 1; `fallbackMs` outside of a request. Fails with `deadline_exceeded` when no time is
 * left.
 */
export function remainingMs(fallbackMs: number): number {
  const call = storage.getStore();
  if (call === undefined) return fallbackMs;
  const left = call.deadlineMs - performance.now();
  if (left <= 0) throw new Failure("deadline_exceeded", "The deadline of this request has passed.");
  return Math.max(1, Math.min(left, fallbackMs));
}
