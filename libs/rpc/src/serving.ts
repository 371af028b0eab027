import type { Code, ConnectError } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { context } from "@opentelemetry/api";
import { runInCall } from "@parley/kernel";
import { answerError, type ErrorReporter, reportLate } from "./answer-error.ts";
import { type CallSpan, startServerSpan } from "./call-tracing.ts";
import type { ServedCall } from "./served-call.ts";

/** One call that has been served, for metrics and logs. */
interface CallReport {
  readonly service: string;
  readonly method: string;
  /** `ok`, or the code of the answer: `not_found`, `internal`, … */
  readonly code: string;
  readonly durationMs: number;
  readonly transport: "local" | "network";
}

export interface ServeOptions extends ErrorReporter {
  /** Told once of every call that reaches its method or is refused for its token. */
  observe?(report: CallReport): void;
  /** Whether spans are recorded; only worth it while a tracer is registered. */
  readonly tracing?: boolean;
}

/** What surrounds one run of a handler: the kernel's call, the span, the translation of errors, the report. */
export class Serving {
  readonly #call: ServedCall;
  readonly #options: ServeOptions;
  readonly #span: CallSpan | undefined;
  #code: Code | undefined;

  constructor(call: ServedCall, options: ServeOptions) {
    this.#call = call;
    this.#options = options;
    if (options.tracing !== true) return;
    this.#span = startServerSpan(call);
    call.traced = this.#span.recorded;
  }

  /** Runs work as part of the call. */
  run<Result>(work: () => Result): Result {
    if (this.#span === undefined) return runInCall(this.#call, work);
    return context.with(this.#span.context, () => runInCall(this.#call, work));
  }

  /** Takes what a handler throws after its call was given up. */
  readonly late = (error: unknown): void => reportLate(error, this.#call, this.#options);

  fail(error: unknown): ConnectError {
    return this.failAs(answerError(error, this.#call, this.#options));
  }

  failAs(answer: ConnectError): ConnectError {
    this.#code = answer.code;
    return answer;
  }

  /** The caller has stopped reading the answer. */
  abandon(): void {
    this.#call.abort("caller gone");
    this.fail(this.#call.signal.reason);
  }

  finish(): void {
    this.#call.finish();
    this.#span?.end(this.#code);
    if (this.#options.observe === undefined) return;
    const { service, method, startedMs, origin } = this.#call;
    this.#options.observe({
      service: service.typeName,
      method: method.name,
      code: this.#code === undefined ? "ok" : codeToString(this.#code),
      durationMs: performance.now() - startedMs,
      transport: origin.transport,
    });
  }
}
