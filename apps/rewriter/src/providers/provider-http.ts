import { Pool } from "undici";
import { currentExchange } from "./exchange.ts";
import { ProviderRequest } from "./provider-request.ts";

interface ProviderHttpOptions {
  readonly baseUrl: string;
  readonly maxConnections: number;
  /** Largest answer; one that is larger is not read to its end. */
  readonly maxAnswerBytes: number;
}

const connectTimeoutMs = 5_000;
const keepAliveMs = 30_000;

/**
 * The connections to one provider, kept alive between calls. Its `fetch` is what the SDK sends its requests with: at a third of the cost of the
 * global one, bounded in what it reads, and seen by the exchange. Redirects are not followed, so that no key goes to another host.
 */
export class ProviderHttp {
  readonly #pool: Pool;

  constructor({ baseUrl, maxConnections, maxAnswerBytes }: ProviderHttpOptions) {
    this.#pool = new Pool(new URL(baseUrl).origin, {
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxResponseSize: maxAnswerBytes,
      allowH2: false,
      // Every call ends by its signal, which covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  readonly fetch: typeof globalThis.fetch = (url, init = {}) => {
    const { pathname, search } = new URL(String(url));
    const { method = "GET", headers, body, signal } = init;
    const request = new ProviderRequest(currentExchange(), signal ?? undefined);
    const pairs = headers instanceof Headers ? headers : new Headers(headers);
    return request.send(this.#pool, {
      method: method as "POST",
      path: pathname + search,
      headers: Object.fromEntries(pairs),
      body: body as string,
    });
  };

  /** Settles when the calls that run have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
