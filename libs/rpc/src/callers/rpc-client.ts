import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Client, type Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { context } from "@opentelemetry/api";
import { currentContext, remainingMs } from "@parley/kernel";
import { RemoteFailure } from "../failures/remote-failure.ts";
import {
  attemptHeader,
  firstSending,
  type HeadersInit,
  idempotencyKeyHeader,
  nextIdempotencyKey,
  repetitionHeader,
} from "../headers/idempotency-key.ts";
import { rowLimitsHeader, writeRowLimits } from "../headers/row-limits.ts";
import { auditRecordHeader, userTokenHeader, writeUserToken } from "../headers/user-token.ts";
import { type CallSpan, startClientSpan } from "../served/call-tracing.ts";

interface RpcClientOptions {
  /** The time-out of a call when neither the request being served nor the caller sets a shorter one; 10 s. */
  readonly defaultTimeoutMs?: number;
  /** The methods that may be called; all when absent. Calling any other is a bug of the caller. */
  readonly methods?: ReadonlySet<DescMethod>;
  /** Whether spans are recorded; useful only while a tracer is registered. */
  readonly tracing?: boolean;
}

/**
 * A client that passes on the context of the request being served: request id, remaining time, cancellation, trace. Every call ends with a
 * response or a `RemoteFailure`; but when the request being served has no time left, nothing is sent, and its own `deadline_exceeded` is
 * thrown.
 */
export function createRpcClient<Service extends DescService>(
  service: Service,
  transport: Transport,
  options: RpcClientOptions = {},
): Client<Service> {
  return createClient(service, withCall(transport, options));
}

function refuseUndeclared(method: DescMethod, { methods }: RpcClientOptions): void {
  if (methods?.has(method) === false)
    throw new Error(`${method.parent.typeName}/${method.name} is called by a module that does not declare it.`);
}

function withCall(transport: Transport, options: RpcClientOptions): Transport {
  const { defaultTimeoutMs = 10_000, tracing = false } = options;
  return {
    async unary(method, signal, timeoutMs, header, input, contextValues) {
      refuseUndeclared(method, options);
      const call = new OutgoingCall(method, signal, timeoutMs ?? defaultTimeoutMs, header, tracing);
      try {
        return await call.run(() => transport.unary(method, call.signal, call.timeoutMs, call.headers, input, contextValues));
      } catch (error) {
        throw call.fail(error);
      } finally {
        call.finish();
      }
    },
    async stream(method, signal, timeoutMs, header, input, contextValues) {
      refuseUndeclared(method, options);
      const call = new OutgoingCall(method, signal, timeoutMs ?? defaultTimeoutMs, header, tracing);
      try {
        const answer = await call.run(() => transport.stream(method, call.signal, call.timeoutMs, call.headers, input, contextValues));
        return { ...answer, message: call.answers(answer.message) };
      } catch (error) {
        const failure = call.fail(error);
        call.finish();
        throw failure;
      }
    },
  };
}

/** One call to another service: what it inherits from the request being served, its span, and its outcome. */
class OutgoingCall {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly #method: DescMethod;
  readonly #span: CallSpan | undefined;
  #code: Code | undefined;

  /** Fails with `deadline_exceeded` when the request being served has no time left. */
  constructor(method: DescMethod, signal: AbortSignal | undefined, timeoutMs: number, header: HeadersInit, tracing: boolean) {
    const call = currentContext();
    this.#method = method;
    // Rounded up to whole milliseconds, because the headers of all protocols hold integers.
    this.timeoutMs = Math.ceil(remainingMs(timeoutMs));
    this.signal = call === undefined || signal === undefined ? (call?.signal ?? signal) : AbortSignal.any([call.signal, signal]);
    this.headers = header === undefined ? {} : Object.fromEntries(new Headers(header));
    if (call !== undefined) this.headers["x-request-id"] ??= call.requestId;
    if (call?.idempotencyKey !== undefined) this.headers[idempotencyKeyHeader] ??= nextIdempotencyKey(call, call.idempotencyKey, method);
    if (call?.attempt !== undefined) this.headers[attemptHeader] ??= firstSending(call.attempt);
    if (call?.auditRecord !== undefined) this.headers[auditRecordHeader] ??= call.auditRecord;
    if (call?.rowLimits !== undefined) this.headers[rowLimitsHeader] ??= writeRowLimits(call.rowLimits);
    if (call?.userToken !== undefined) this.headers[userTokenHeader] ??= writeUserToken(call.userToken);
    if (call?.isRepetition === true) this.headers[repetitionHeader] = "1";
    if (tracing) this.#span = startClientSpan(method, this.headers);
  }

  /** Sends the call with its span as the active one. */
  run<Result>(send: () => Result): Result {
    return this.#span === undefined ? send() : context.with(this.#span.context, send);
  }

  fail(error: unknown): RemoteFailure {
    const cause = ConnectError.from(error);
    this.#code = cause.code;
    return new RemoteFailure(this.#method.parent.typeName, this.#method.name, cause);
  }

  finish(): void {
    this.#span?.end(this.#code);
  }

  /** The responses of a stream; the call ends with the last one. */
  async *answers<Answer>(answers: AsyncIterable<Answer>): AsyncIterable<Answer> {
    try {
      yield* answers;
    } catch (error) {
      throw this.fail(error);
    } finally {
      this.finish();
    }
  }
}
