import {
  create,
  type DescMessage,
  type DescMethodStreaming,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { ConnectError, type MethodImpl } from "@connectrpc/connect";
import { requestCheck } from "./request-check.ts";
import type { ServedCall } from "./served-call.ts";
import { type ServeOptions, Serving } from "./serving.ts";

/** A method with everything around its handler. All paths, network and local, run these and nothing else. */
export type ServedMethod = ServedUnary | ServedStream;

export interface ServedUnary {
  readonly method: DescMethodUnary;
  /** Fails with nothing but `ConnectError`. */
  run(request: Message, call: ServedCall): Promise<Message>;
}

/** Every kind of stream; a single request or answer is a stream of one. */
interface ServedStream {
  readonly method: DescMethodStreaming;
  /** Fails with nothing but `ConnectError`. */
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
          serving.late,
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
            serving.late,
          );
          if (next.done === true) break;
          yield create(method.output, next.value);
        }
        complete = true;
      } catch (error) {
        complete = true;
        // What broke while the request was read is Connect's own error, and already has its code.
        throw error === input.fault && error instanceof ConnectError ? serving.failAs(error) : serving.fail(error);
      } finally {
        if (!complete) serving.abandon();
        serving.finish();
        // Not awaited: a handler that does not listen to its signal would hold the answer up.
        answers?.return?.().catch(serving.late);
      }
    },
  };
}

/** The requests of a stream, each checked before the handler sees it; remembers what went wrong with reading them. */
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
