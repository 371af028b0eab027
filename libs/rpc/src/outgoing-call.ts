import type { DescMethod } from "@bufbuild/protobuf";
import { type Code, ConnectError } from "@connectrpc/connect";
import { context } from "@opentelemetry/api";
import { currentCall, remainingMs } from "@parley/kernel";
import { type CallSpan, startClientSpan } from "./call-tracing.ts";
import { RemoteFailure } from "./remote-failure.ts";
import { nextRepeatKey, repeatKeyHeader, repetitionHeader } from "./repeat-key.ts";
import type { HeadersInit } from "./to-headers.ts";

/** One call to another service: what it carries over from the call being served, its span, and how it ends. */
export class OutgoingCall {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly #method: DescMethod;
  readonly #span: CallSpan | undefined;
  #code: Code | undefined;

  /** Fails with `deadline_exceeded` when the call being served has no time left. */
  constructor(method: DescMethod, signal: AbortSignal | undefined, timeoutMs: number, header: HeadersInit, tracing: boolean) {
    const call = currentCall();
    this.#method = method;
    // Whole milliseconds: what the headers of all protocols can say.
    this.timeoutMs = Math.ceil(remainingMs(timeoutMs));
    this.signal = call === undefined || signal === undefined ? (call?.signal ?? signal) : AbortSignal.any([call.signal, signal]);
    this.headers = header === undefined ? {} : Object.fromEntries(new Headers(header));
    if (call !== undefined) this.headers["x-request-id"] ??= call.requestId;
    if (call?.repeatKey !== undefined) this.headers[repeatKeyHeader] ??= nextRepeatKey(call, call.repeatKey, method);
    if (call?.isRepetition === true) this.headers[repetitionHeader] = "1";
    if (tracing) this.#span = startClientSpan(method, this.headers);
  }

  /** Runs the sending as part of the span. */
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

  /** The answers of a stream; the call ends with the last of them. */
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
