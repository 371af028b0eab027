import { Pool } from "undici";
import { currentExchange } from "./exchange.ts";
import { ProviderRequest } from "./provider-request.ts";

interface ProviderHttpOptions {
  readonly baseUrl: string;
  readonly maxConnections: number;
  /** Largest response; a larger one is not read to its end. */
  readonly maxAnswerBytes: number;
  /** Further headers of every request, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const connectTimeoutMs = 5_000;
const keepAliveMs = 30_000;

/**
 * The connections to one provider, kept between calls. The SDK sends its requests with this `fetch`, which costs a third of the global one,
 * limits the response, and records the exchange. Redirects are not followed, so that no key is sent to another host.
 */
export class ProviderHttp {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, maxConnections, maxAnswerBytes, headers }: ProviderHttpOptions) {
    // Nothing here unpacks an answer, and a request that says nothing permits any coding.
    this.#headers = { "accept-encoding": "identity", ...headers };
    this.#pool = new Pool(new URL(baseUrl).origin, {
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxResponseSize: maxAnswerBytes,
      allowH2: false,
      // The signal of each call covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  readonly fetch: typeof globalThis.fetch = (url, init = {}) => {
    const { pathname, search } = new URL(String(url));
    const { method = "GET", headers, body, signal } = init;
    const asksForStream = search.includes("alt=sse") || (typeof body === "string" && body.includes('"stream":true'));
    const request = new ProviderRequest(currentExchange(), { signal: signal ?? undefined, asksForStream });
    const pairs = headers instanceof Headers ? headers : new Headers(headers);
    return request.send(this.#pool, {
      method: method as "POST",
      path: pathname + search,
      headers: { ...Object.fromEntries(pairs), ...this.#headers },
      body: body as string,
    });
  };

  /** Resolves when the running calls have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
