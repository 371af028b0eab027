import { type CallOptions, Client } from "./calls/client.ts";
import type { Operation } from "./calls/operation.ts";
import type { ParleyOptions } from "./calls/options.ts";
import { Resources } from "./gen/client.ts";

/**
 * A client of Parley, with a property for each resource: `parley.users.list(…)`, `parley.comments.add(…)`. One is enough for a program; it
 * holds no connection of its own.
 */
export class Parley extends Resources {
  readonly #client: Client;

  constructor(options: ParleyOptions) {
    const client = new Client(options);
    super(client);
    this.#client = client;
  }

  /** Calls an operation of `@parley/sdk/operations`, for programs that choose one at run time; returns the whole `result`. */
  call(operation: Operation, data: object, options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.#client.result(operation, data, options);
  }
}
