import {
  create,
  type DescMessage,
  type DescMethodStreaming,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { type Code, ConnectError, type MethodImpl } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { context } from "@opentelemetry/api";
import { runWithContext } from "@parley/kernel";
import { answerError, type ErrorReporter, reportLate } from "./answer-error.ts";
import { type CallSpan, startServerSpan } from "./call-tracing.ts";
import { requestCheck } from "./request-check.ts";
import type { ServedCall } from "./served-call.ts";

/** A method with all the work around its handler. All paths, network and local, run only these. */
export type ServedMethod = ServedUnary | ServedStream;

export interface ServedUnary {
  readonly method: DescMethodUnary;
  /** Fails only with `ConnectError`. */
  run(request: Message, call: ServedCall): Promise<Message>;
}

/** Every kind of stream; a single request or response is a stream of one. */
interface ServedStream {
  readonly method: DescMethodStreaming;
  /** Fails only with `ConnectError`. */
  run(requests: AsyncIterable<Message>, call: ServedCall): AsyncIterable<Message>;
}

type StreamHandler = (requests: AsyncIterable<Message>, call: ServedCall) => AsyncIterable<MessageInitShape<DescMessage>>;

export function isUnary(served: ServedMethod): served is ServedUnary {
  return served.method.methodKind === "unary";
}

export function serveUnary(method: DescMethodUnary, handler: MethodImpl<DescMethodUnary>, options: ServeOptions): ServedUnary {
  const check = requestCheck(method.input);
  return {
    method,
    async run(request, call) {
      const serving = new Serving(call, options);
      try {
        call.throwIfGivenUp();
        check(request);
        const answer = await call.race(
          serving.run(async () => handler(request, call)),
          (error) => serving.late(error),
        );
        return create(method.output, answer);
      } catch (error) {
        throw serving.fail(error);
      } finally {
        serving.finish();
      }
    },
  };
}

export function serveStream(method: DescMethodStreaming, handler: StreamHandler, options: ServeOptions): ServedStream {
  const check = requestCheck(method.input);
  return {
    method,
    async *run(requests, call) {
      const serving = new Serving(call, options);
      const input = checked(requests, check);
      let answers: AsyncIterator<MessageInitShape<DescMessage>> | undefined;
      let complete = false;
      try {
        call.throwIfGivenUp();
        const opened = serving.run(() => handler(input, call)[Symbol.asyncIterator]());
        answers = opened;
        for (;;) {
          const next = await call.race(
            serving.run(() => opened.next()),
            (error) => serving.late(error),
          );
          if (next.done === true) break;
          yield create(method.output, next.value);
        }
        complete = true;
      } catch (error) {
        complete = true;
        // An error of reading the request is Connect's own and already has its code.
        throw error === input.fault && error instanceof ConnectError ? serving.failAs(error) : serving.fail(error);
      } finally {
        if (!complete) serving.abandon();
        serving.finish();
        // Not awaited, because a handler that ignores its signal would delay the response.
        answers?.return?.().catch((error: unknown) => serving.late(error));
      }
    },
  };
}

/** The requests of a stream, each checked before the handler sees it. `fault` keeps the error of reading them. */
function checked(
  requests: AsyncIterable<Message>,
  check: (request: Message) => void,
): AsyncIterable<Message> & { readonly fault: unknown } {
  let fault: unknown;
  return {
    get fault() {
      return fault;
    },
    async *[Symbol.asyncIterator]() {
      const source = requests[Symbol.asyncIterator]();
      for (;;) {
        const next = await source.next().catch((error: unknown) => {
          fault = error;
          throw error;
        });
        if (next.done === true) return;
        check(next.value);
        yield next.value;
      }
    },
  };
}

/** One call that has been served, for metrics and logs. */
interface CallReport {
  readonly service: string;
  readonly method: string;
  /** `ok`, or the code of the response: `not_found`, `internal`, … */
  readonly code: string;
  readonly durationMs: number;
  readonly transport: "local" | "network";
}

export interface ServeOptions extends ErrorReporter {
  /** Called once for every call that reaches its method or is refused because of its token. */
  observe?(report: CallReport): void;
  /** Whether spans are recorded; useful only while a tracer is registered. */
  readonly tracing?: boolean;
}

/** The work around one run of a handler: the request's context, the span, the translation of errors, the report. */
class Serving {
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
    if (this.#span === undefined) return runWithContext(this.#call, work);
    return context.with(this.#span.context, () => runWithContext(this.#call, work));
  }

  /** Takes an error that a handler throws after its call was ended early. */
  late(error: unknown): void {
    reportLate(error, this.#call, this.#options);
  }

  fail(error: unknown): ConnectError {
    return this.failAs(answerError(error, this.#call, this.#options));
  }

  failAs(answer: ConnectError): ConnectError {
    this.#code = answer.code;
    return answer;
  }

  /** Called when the caller stops reading the response. */
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
