import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { DescMethod } from "@bufbuild/protobuf";
import { type ContextValues, createContextValues, type HandlerContext } from "@connectrpc/connect";
import { type Attempt, Failure, type RequestContext, type RowLimits, type UserTokenClaim } from "@parley/kernel";
import { isDeadline } from "../exchange/abort-reason.ts";
import {
  attemptHeader,
  idempotencyKeyHeader,
  readAttempt,
  readIdempotencyKey,
  repetitionHeader,
  toHeaders,
} from "../headers/idempotency-key.ts";
import { readRowLimits, rowLimitsHeader } from "../headers/row-limits.ts";
import { auditRecordHeader, readAuditRecord, readUserToken, userTokenHeader } from "../headers/user-token.ts";

/** The origin of a call, as far as the path that serves it knows it. */
export interface CallOrigin {
  readonly transport: "local" | "network";
  readonly protocolName: string;
  readonly requestMethod: string;
  readonly url: string;
  readonly requestHeader: Headers | IncomingHttpHeaders;
  /** Set when the path has its own object for the headers of the response. */
  readonly responseHeader?: Headers;
  readonly responseTrailer?: Headers;
}

/** The reason why nobody waits for the response any more. */
export type CallEnd = "deadline" | "caller gone";

// A deadline counts as passed this much earlier, because timers are exact only to the millisecond.
const deadlineToleranceMs = 1;
const requestIdShape = /^[\x21-\x7e]{1,128}$/;

/**
 * One call while it is served: the object is both Connect's context for the handler and the kernel's context below it. Rarely used parts
 * (headers, the signal) are created on first use.
 */
export class ServedCall implements HandlerContext, RequestContext {
  readonly method: DescMethod;
  readonly origin: CallOrigin;
  readonly requestId: string;
  readonly startedMs = performance.now();
  readonly deadlineMs: number;
  traced = false;
  #aborted: AbortController | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #end: CallEnd | undefined;
  #reason: Failure | DOMException | undefined;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;
  #values: ContextValues | undefined;
  #giveUp: (() => void) | undefined;
  #followed: AbortSignal | undefined;
  #onAbort: (() => void) | undefined;
  #finished = false;

  /** `timeoutMs` is infinite for a call without a deadline. */
  constructor(method: DescMethod, origin: CallOrigin, timeoutMs: number) {
    this.method = method;
    this.origin = origin;
    this.#responseHeader = origin.responseHeader;
    this.#responseTrailer = origin.responseTrailer;
    const requestId = this.header("x-request-id");
    this.requestId = requestId !== undefined && requestIdShape.test(requestId) ? requestId : randomUUID();
    this.deadlineMs = this.startedMs + timeoutMs;
    this.#timer = timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(endOfTime, timeoutMs, this);
  }

  /** The reason why the call is over although its handler may still run; undefined while the caller waits for the response. */
  get end(): CallEnd | undefined {
    return this.#end ?? (performance.now() >= this.deadlineMs - deadlineToleranceMs ? "deadline" : undefined);
  }

  /**
   * Ends the call early: aborts the signal and rejects the promise of `race`. Only the first reason counts, and none once the call is
   * finished.
   */
  abort(end: CallEnd): void {
    if (this.#end !== undefined || this.#finished) return;
    this.#end = end;
    this.#reason = end === "deadline" ? timeIsOver() : new DOMException(`The call was ended early: ${end}.`, "AbortError");
    this.#aborted?.abort(this.#reason);
    this.#giveUp?.();
  }

  /** Ends the call when the signal is aborted: the signal of the serving path, or the caller's own within the same process. */
  follow(signal: AbortSignal): void {
    const abort = () => this.abort(isDeadline(signal.reason) ? "deadline" : "caller gone");
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    this.#followed = signal;
    this.#onAbort = abort;
  }

  /**
   * The work's result; throws the signal's reason as soon as the call is ended early, whether or not the work obeys the signal. A later
   * error of the work goes to `late`, or is dropped without one. Only one race at a time.
   */
  race<Result>(work: Promise<Result>, late: (error: unknown) => void = () => undefined): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A named function: V8 allocates a function literal that is assigned to a property in the old generation, and keeps everything that
      // it references there, here the response.
      const giveUp = () => reject(this.#reason);
      this.#giveUp = giveUp;
      if (this.#end !== undefined) giveUp();
      work.then(resolve, (error: unknown) => (this.#end === undefined ? reject(error) : late(error)));
    });
  }

  /** Marks the call as answered: nothing affects it from now on. */
  finish(): void {
    this.#finished = true;
    clearTimeout(this.#timer);
    if (this.#onAbort !== undefined) this.#followed?.removeEventListener("abort", this.#onAbort);
    this.#giveUp = undefined;
  }

  /** One request header by its lower-case name, without converting all of them to `Headers`. */
  header(name: string): string | undefined {
    const headers = this.origin.requestHeader;
    if (headers instanceof Headers) return headers.get(name) ?? undefined;
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  get idempotencyKey(): string | undefined {
    return readIdempotencyKey(this.header(idempotencyKeyHeader));
  }

  get isRepetition(): boolean {
    return this.header(repetitionHeader) !== undefined;
  }

  get attempt(): Attempt | undefined {
    return readAttempt(this.header(attemptHeader));
  }

  get auditRecord(): string | undefined {
    return readAuditRecord(this.header(auditRecordHeader));
  }

  get rowLimits(): RowLimits | undefined {
    return readRowLimits(this.header(rowLimitsHeader));
  }

  get userToken(): UserTokenClaim | undefined {
    return readUserToken(this.header(userTokenHeader));
  }

  /** Throws the reason if the call was ended early. */
  throwIfGivenUp(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#aborted === undefined) {
      this.#aborted = new AbortController();
      if (this.#reason !== undefined) this.#aborted.abort(this.#reason);
    }
    return this.#aborted.signal;
  }

  timeoutMs(): number | undefined {
    return this.deadlineMs === Number.POSITIVE_INFINITY ? undefined : this.deadlineMs - performance.now();
  }

  get service() {
    return this.method.parent;
  }

  get requestMethod(): string {
    return this.origin.requestMethod;
  }

  get protocolName(): string {
    return this.origin.protocolName;
  }

  get url(): string {
    return this.origin.url;
  }

  get requestHeader(): Headers {
    this.#requestHeader ??= this.origin.requestHeader instanceof Headers ? this.origin.requestHeader : toHeaders(this.origin.requestHeader);
    return this.#requestHeader;
  }

  get responseHeader(): Headers {
    this.#responseHeader ??= new Headers();
    return this.#responseHeader;
  }

  get responseTrailer(): Headers {
    this.#responseTrailer ??= new Headers();
    return this.#responseTrailer;
  }

  /** Whether the handler has used its response headers or trailers; if not, there are none to send. */
  get hasResponseHeaders(): boolean {
    return this.#responseHeader !== undefined || this.#responseTrailer !== undefined;
  }

  get values(): ContextValues {
    this.#values ??= createContextValues();
    return this.#values;
  }
}

function endOfTime(call: ServedCall): void {
  call.abort("deadline");
}

function timeIsOver(): Failure {
  return new Failure("deadline_exceeded", "The deadline of this request has passed.");
}
