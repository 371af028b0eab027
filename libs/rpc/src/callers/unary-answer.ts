import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { UnaryResponse } from "@connectrpc/connect";

/** A response whose headers and trailers are created when they are first read, which most callers never do. */
export class UnaryAnswer<I extends DescMessage, O extends DescMessage> implements UnaryResponse<I, O> {
  readonly stream = false;
  readonly method: DescMethodUnary<I, O>;
  readonly message: MessageShape<O>;
  readonly #readHeaders: () => readonly [header: Headers, trailer: Headers];
  #headers: readonly [Headers, Headers] | undefined;

  constructor(method: DescMethodUnary<I, O>, message: MessageShape<O>, readHeaders: () => readonly [header: Headers, trailer: Headers]) {
    this.method = method;
    this.message = message;
    this.#readHeaders = readHeaders;
  }

  get service() {
    return this.method.parent;
  }

  // Getters of a class: V8 allocates those of an object literal in the old generation, and keeps the message that they reference there.
  get header(): Headers {
    return this.#both[0];
  }

  get trailer(): Headers {
    return this.#both[1];
  }

  get #both(): readonly [Headers, Headers] {
    this.#headers ??= this.#readHeaders();
    return this.#headers;
  }
}
